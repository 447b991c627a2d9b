// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SealedToken {
    /// The mechanisms of this format.
    package static let ciphersuite = HPKE.Ciphersuite(
        kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)

    /// Seals `content` to a relay under a fresh ephemeral key; the result of no two calls has anything in common but its
    /// length and the key's id.
    ///
    /// Throws `SealedTokenError` for content that a relay would refuse, and what the cryptographic library throws when it
    /// fails itself.
    public static func seal(_ content: SealedTokenContent, to key: RelayPublicKey) throws -> SealedToken {
        let sender = try HPKE.Sender(recipientKey: key.key, ciphersuite: ciphersuite, info: Data(key.info))
        return try seal(content, to: key, sender)
    }

    /// Seals with what a sender has agreed on.
    package static func seal(
        _ content: SealedTokenContent, to key: RelayPublicKey, _ sender: HPKE.Sender
    ) throws -> SealedToken {
        var sender = sender
        var plaintext = try content.plaintext()
        defer { wipe(&plaintext) }
        let ciphertext = try sender.seal(plaintext)
        return try SealedToken(bytes: [version, suite] + key.keyID.bytes + sender.encapsulatedKey + ciphertext)
    }

    /// Opens a token with a relay's private key, and checks all but the times.
    ///
    /// Throws `unknownKey` when it names another key, `notOpened` when it was changed or sealed for another relay, and
    /// otherwise what is wrong with the content.
    package func open(
        with key: P256.KeyAgreement.PrivateKey, relay: String
    ) throws(SealedTokenError) -> SealedTokenContent {
        guard RelayKeyID(x963Representation: Array(key.publicKey.x963Representation)) == keyID else {
            throw .unknownKey
        }
        let info = RelayPublicKey.info(keyID: keyID, relay: relay)
        var plaintext: [UInt8]
        do {
            var recipient = try HPKE.Recipient(
                privateKey: key, ciphersuite: Self.ciphersuite, info: Data(info),
                encapsulatedKey: Data(sealedBytes.prefix(65)))
            plaintext = Array(try recipient.open(sealedBytes.dropFirst(65)))
        } catch {
            throw .notOpened
        }
        defer { wipe(&plaintext) }
        let layout = try SealedTokenLayout(plaintext)
        return plaintext.withUnsafeBytes { SealedTokenContent(layout, of: $0) }
    }
}
