// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto
import WaxEnvelope
import WaxJSON

/// A key pair that follows from fixed keying material, so that its envelopes are the same every time.
struct HKParty {
    let material: [UInt8]
    let privateKey: P256.KeyAgreement.PrivateKey
    let publicKey: HKPublicKey

    init(material: [UInt8]) throws {
        self.material = material
        privateKey = try HPKE.DHKEM.deriveKeyPair(from: material)
        publicKey = HKPublicKey(privateKey.publicKey)
    }

    /// A pair whose material is the hash of a name, so that nobody chose it.
    init(named name: String) throws {
        try self.init(material: Array(SHA256.hash(data: Array("waxwing hk-vectors-v2 \(name)".utf8))))
    }

    var privateText: String { Base64URL.encode(Array(privateKey.rawRepresentation)) }

    /// The pair as a vector shows it.
    var value: JSONObject {
        [
            "ikm_hex": .string(hexadecimal(material)), "private_key": .string(privateText),
            "public_key": .string(publicKey.text),
        ]
    }

    /// Seals to this pair's public key with the ephemeral pair given.
    func seal(
        _ plaintext: [UInt8], ephemeral: HKParty, info: String = HKEnvelope.info, authenticating aad: [UInt8] = []
    ) throws -> HKEnvelope {
        let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
        var sender = try HPKE.Sender(
            recipientKey: privateKey.publicKey, ciphersuite: suite, info: Data(info.utf8),
            ephemeral: ephemeral.privateKey)
        let ct = try sender.seal(plaintext, authenticating: aad)
        return HKEnvelope(kid: publicKey.keyID, enc: Array(sender.encapsulatedKey), ct: Array(ct))
    }
}

/// Two lower-case digits for each byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
}
