// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON

/// Holds the code to the vectors of the `hk` envelope.
struct HKVectorRunner {
    func run(_ sections: VectorSections) throws {
        for vector in sections.seal { try seal(vector) }
        for vector in sections.openFail { try openFail(vector) }
        for vector in sections.parseFail { try parseFail(vector) }
    }

    /// Seals and opens one envelope; the vector published with the format has the same members.
    func seal(_ vector: JSONValue) throws {
        let name: Comment = "\(vector["name"]?.stringValue ?? "")"
        let recipient = try pair(vector.member("recipient"))
        let ephemeral = try pair(vector.member("ephemeral"))
        let plaintext = Array(try vector.text("plaintext_json").utf8)
        let envelope = try HKEnvelope(vector.member("envelope"))

        let publicKey = try #require(HKPublicKey(vector.member("recipient").text("public_key")), name)
        #expect(publicKey.keyID == (try vector.member("recipient").text("kid")), name)
        #expect(envelope.kid == publicKey.keyID, name)
        #expect(try envelope.open(with: recipient) == plaintext, name)

        let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
        var sender = try HPKE.Sender(
            recipientKey: recipient.publicKey, ciphersuite: suite, info: Data("honkio-push-v2".utf8),
            ephemeral: ephemeral)
        #expect(Array(sender.encapsulatedKey) == envelope.enc, name)
        #expect(Array(try sender.seal(plaintext)) == envelope.ct, name)

        let content = try PushContent(plaintext: plaintext)
        #expect(content.plaintext == (try vector.member("plaintext")).compact, name)
        #expect(envelope.json == (try vector.member("envelope")).compact, name)
        if let payload = vector["apns_payload"] {
            #expect(payload["hk"] == envelope.value, name)
            #expect(payload.compact.count <= 4096, name)
        }
        let data = try vector.member("fcm_data").text("hk")
        #expect(Array(data.utf8) == envelope.json, name)
        #expect(2 + data.utf8.count <= 4096, name)
    }

    private func openFail(_ vector: JSONValue) throws {
        let name: Comment = "\(try vector.text("name"))"
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: vector.base64("private_key"))
        let envelope = try HKEnvelope(vector.member("envelope"))
        let error = #expect(throws: HKEnvelopeError.self, name) {
            _ = try PushContent(plaintext: envelope.open(with: key))
        }
        #expect(error?.rawValue == (try vector.text("error")), name)
    }

    private func parseFail(_ vector: JSONValue) throws {
        let name: Comment = "\(try vector.text("name"))"
        let text = Array(try vector.text("envelope").utf8)
        let error = #expect(throws: HKEnvelopeError.self, name) { try HKEnvelope(parsing: text) }
        #expect(error?.rawValue == (try vector.text("error")), name)
    }

    /// A key pair, whose private key must follow from the material and whose public key from the private one.
    private func pair(_ value: JSONValue) throws -> P256.KeyAgreement.PrivateKey {
        let key = try HPKE.DHKEM.deriveKeyPair(from: value.hexadecimal("ikm_hex"))
        #expect(Array(key.rawRepresentation) == (try value.base64("private_key")))
        #expect(Array(key.publicKey.x963Representation) == (try value.base64("public_key")))
        return key
    }
}
