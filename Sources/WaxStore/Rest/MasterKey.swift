// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto

/// The keys from which everything that protects values at rest is derived.
///
/// Each has a number. The highest protects new values; the others reveal what they protected before. The lowest also
/// finds tokens (`LookupKey`), so it stays in the file for as long as the database lives.
package struct MasterKey: Sendable, CustomStringConvertible {
    private let keys: [UInt32: SymmetricKey]
    /// The numbers of all keys, lowest first.
    package let ids: [UInt32]
    /// The number of the key that protects new values.
    package let newest: UInt32
    /// The number of the key that finds tokens.
    package let oldest: UInt32

    /// Takes keys of 32 bytes. Errors: `keyFile` for none at all, for the number 0 and for another length.
    package init(_ keys: [UInt32: SymmetricKey]) throws {
        for (id, key) in keys where id == 0 || key.bitCount != 256 {
            throw RestError(.keyFile, "master key \(id) must have a number above 0 and 32 bytes")
        }
        ids = keys.keys.sorted()
        guard let oldest = ids.first, let newest = ids.last else {
            throw RestError(.keyFile, "the master key holds no key")
        }
        self.oldest = oldest
        self.newest = newest
        self.keys = keys
    }

    package var description: String { "master key with the numbers \(ids)" }

    /// Whether there is a key of this number.
    package func has(_ id: UInt32) -> Bool { keys[id] != nil }

    /// A key of 32 bytes for one purpose, from the key of a number that is there.
    ///
    /// HKDF-SHA256 (RFC 5869) with no salt and the purpose as info.
    func derived(from id: UInt32, for purpose: String) -> SymmetricKey {
        guard let key = keys[id] else { preconditionFailure("no master key has the number \(id)") }
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: [UInt8](), info: Array(purpose.utf8), outputByteCount: 32)
    }

    /// Sixteen bytes by which a key can be told from another, and nothing else be told of it.
    func fingerprint(_ id: UInt32) -> [UInt8] {
        derived(from: id, for: "waxwing/fingerprint/v1").withUnsafeBytes { [UInt8]($0.prefix(16)) }
    }
}
