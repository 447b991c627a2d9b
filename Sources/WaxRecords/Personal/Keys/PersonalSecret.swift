// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxStore
package import WaxSystem

/// A random text by which a sender or an app of an account is known: a mark and 32 random base-62 characters.
package struct PersonalSecret<Kind: PersonalSecretKind>: Sendable {
    package let text: String

    /// Makes a new one.
    package init(random: some RandomSource) {
        text = Kind.mark + String(decoding: SecretForm.body(random), as: UTF8.self)
    }

    /// Reads one; nil for a text that was never one of this kind.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.starts(with: Kind.mark.utf8), bytes.count == Kind.mark.utf8.count + SecretForm.bodyLength,
            bytes.dropFirst(Kind.mark.utf8.count).allSatisfy(SecretForm.isOfAlphabet)
        else { return nil }
        self.text = text
    }

    /// Whether a text begins as one of this kind does.
    package static func hasMark(_ text: String) -> Bool { text.utf8.starts(with: Kind.mark.utf8) }

    /// The SHA-256 of the text: senders derive the secret of their callbacks from it.
    package var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    /// By what the database finds it: a keyed hash of the digest, from which nobody can tell the digest.
    func lookup(_ vault: Vault) -> [UInt8] { Kind.lookupKey(in: vault).digest(of: digest) }
}

/// What such a secret is for.
package protocol PersonalSecretKind: Sendable {
    /// How its text begins.
    static var mark: String { get }
    /// The key of its lookups.
    static func lookupKey(in vault: Vault) -> LookupKey
}

package enum IntegrationKeyKind: PersonalSecretKind {
    package static let mark = "hlk_"
    package static func lookupKey(in vault: Vault) -> LookupKey { vault.integrationKeys }
}

package enum AccountTokenKind: PersonalSecretKind {
    package static let mark = "hla_"
    package static func lookupKey(in vault: Vault) -> LookupKey { vault.accountTokens }
}

/// What senders carry.
package typealias IntegrationSecret = PersonalSecret<IntegrationKeyKind>
/// What the account's own app carries.
package typealias AccountToken = PersonalSecret<AccountTokenKind>
