// SPDX-License-Identifier: Apache-2.0
import WaxCrypto

/// Turns a secret into the 32 bytes by which the database finds it again, and from which nobody can tell it.
///
/// HMAC-SHA256 under a key derived from the master key of the lowest number, which is never removed: a new master key
/// protects new values but does not move the lookups, for the secrets behind them are not kept to be looked up anew.
package struct LookupKey: Sendable {
    private let key: HMACSHA256Key

    /// A key for one kind of secret; the same secret has other bytes under another purpose.
    package init(_ masterKey: MasterKey, purpose: String) {
        key = HMACSHA256Key(masterKey.derived(from: masterKey.oldest, for: "waxwing/lookup/v1/\(purpose)"))
    }

    /// The bytes for a secret.
    package func digest(of secret: [UInt8]) -> [UInt8] { key.code(of: secret) }

    /// The bytes for a secret of text.
    package func digest(of secret: String) -> [UInt8] { digest(of: Array(secret.utf8)) }
}
