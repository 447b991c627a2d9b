// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// The size of a symmetric key.
public struct SymmetricKeySize: Sendable {
    /// The size in bits, a multiple of 8.
    public let bitCount: Int

    /// 128 bits.
    public static var bits128: SymmetricKeySize { SymmetricKeySize(bitCount: 128) }
    /// 192 bits.
    public static var bits192: SymmetricKeySize { SymmetricKeySize(bitCount: 192) }
    /// 256 bits.
    public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }

    /// A size of so many bits, a positive multiple of 8.
    public init(bitCount: Int) {
        precondition(bitCount > 0 && bitCount % 8 == 0)
        self.bitCount = bitCount
    }
}

#endif
