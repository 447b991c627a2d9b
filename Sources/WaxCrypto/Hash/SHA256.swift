// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// SHA-256 (FIPS 180-4).
public struct SHA256: HashFunction {
    private var state = SHA256State()

    /// 64 bytes.
    public static var blockByteCount: Int { 64 }
    /// 32 bytes.
    public static var byteCount: Int { 32 }
    /// The result's type.
    public typealias Digest = SHA256Digest

    /// A hash of nothing yet.
    public init() {}

    /// Takes in the buffer.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
        state.update(bufferPointer)
    }

    /// The digest of all bytes taken in; more may follow.
    public func finalize() -> SHA256Digest {
        SHA256Digest { state.finish(into: $0) }
    }
}

#endif
