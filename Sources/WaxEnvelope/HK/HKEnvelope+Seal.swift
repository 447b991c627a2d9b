// SPDX-License-Identifier: Apache-2.0
public import WaxCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HKEnvelope {
    /// What binds a sealed push to this format: UTF-8, the `info` of HPKE.
    package static let info = "honkio-push-v2"

    /// The mechanisms of this format.
    package static let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)

    /// Seals `plaintext` to a device under a fresh ephemeral key.
    ///
    /// Throws only what the cryptographic library throws when it fails itself.
    public static func seal(_ plaintext: [UInt8], to key: HKPublicKey) throws -> HKEnvelope {
        let recipient = try P256.KeyAgreement.PublicKey(x963Representation: key.x963Representation)
        var sender = try HPKE.Sender(recipientKey: recipient, ciphersuite: suite, info: Data(info.utf8))
        let ct = try sender.seal(plaintext)
        return HKEnvelope(kid: key.keyID, enc: Array(sender.encapsulatedKey), ct: Array(ct))
    }

    /// Opens the envelope with the device's private key, which may be one that never leaves its Secure Enclave.
    ///
    /// Returns the plaintext exactly as it was sealed. Throws `unknownKeyID` when the envelope names another key, and
    /// `decryptionFailed` for everything else that goes wrong.
    public func open<PrivateKey: HPKEDiffieHellmanPrivateKey>(
        with key: PrivateKey
    ) throws(HKEnvelopeError) -> [UInt8] {
        guard let point = try? key.publicKey.hpkeRepresentation(kem: .P256_HKDF_SHA256),
            HKPublicKey.keyID(of: Array(point)) == kid
        else { throw .unknownKeyID }
        do {
            var recipient = try HPKE.Recipient(
                privateKey: key, ciphersuite: Self.suite, info: Data(Self.info.utf8), encapsulatedKey: Data(enc))
            return Array(try recipient.open(ct))
        } catch {
            throw .decryptionFailed
        }
    }
}
