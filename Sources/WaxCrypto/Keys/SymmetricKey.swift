// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

/// A secret of any length, wiped when the last copy goes.
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    let storage: SecureBytes

    /// A key of random bytes from libcrypto's private generator.
    public init(size: SymmetricKeySize) {
        do throws(CryptoKitError) {
            storage = try SecureBytes(count: size.bitCount / 8) { bytes throws(CryptoKitError) in
                try Random.fillPrivately(bytes)
            }
        } catch {
            Random.unavailable()
        }
    }

    /// A key with a copy of the given bytes; wiping those is the caller's affair.
    public init<D: ContiguousBytes>(data: D) {
        storage = data.withUnsafeBytes { SecureBytes(copying: $0) }
    }

    package init(storage: SecureBytes) {
        self.storage = storage
    }

    /// The length in bits.
    public var bitCount: Int { storage.count * 8 }

    /// Lends the key's bytes for the duration of the call.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try storage.withUnsafeBytes(body)
    }

    /// Whether both keys hold the same bytes, in constant time.
    public static func == (lhs: SymmetricKey, rhs: SymmetricKey) -> Bool {
        lhs.storage.isEqual(to: rhs.storage)
    }
}

#endif
