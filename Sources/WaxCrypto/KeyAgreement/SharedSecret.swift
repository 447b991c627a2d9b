// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

/// What two keys agree on; derive keys from it, don't use it as one. Wiped on release and never printed.
public struct SharedSecret: ContiguousBytes, Hashable, CustomStringConvertible, Sendable {
    let storage: SecureBytes

    /// The type's name only.
    public var description: String { "SharedSecret" }

    /// Lends the secret's bytes for the duration of the call.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try storage.withUnsafeBytes(body)
    }

    /// A key made with HKDF (RFC 5869).
    public func hkdfDerivedSymmetricKey<H: HashFunction, Salt: DataProtocol, SI: DataProtocol>(
        using hashFunction: H.Type, salt: Salt, sharedInfo: SI, outputByteCount: Int
    ) -> SymmetricKey {
        HKDF<H>.deriveKey(
            inputKeyMaterial: SymmetricKey(storage: storage), salt: salt, info: sharedInfo,
            outputByteCount: outputByteCount)
    }

    /// Whether both secrets are the same, in constant time.
    public static func == (lhs: SharedSecret, rhs: SharedSecret) -> Bool {
        lhs.storage.isEqual(to: rhs.storage)
    }

    /// Whether the secret is these bytes, in constant time.
    public static func == <D: DataProtocol>(lhs: SharedSecret, rhs: D) -> Bool {
        lhs.withUnsafeBytes { lhs in rhs.withContiguousBytes { constantTimeEquals(lhs, $0) } }
    }

    /// Whether the secret differs from these bytes, in constant time.
    public static func != <D: DataProtocol>(lhs: SharedSecret, rhs: D) -> Bool {
        !(lhs == rhs)
    }

    /// Feeds the bytes to the hasher.
    public func hash(into hasher: inout Hasher) {
        storage.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

#endif
