// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto
import WaxJSON

@testable import WaxEnvelope

/// Holds the code to the vectors of the sealed token.
struct TokenVectorRunner {
    let key: P256.KeyAgreement.PrivateKey
    let ephemeral: P256.KeyAgreement.PrivateKey
    let relay: String
    let hour: UInt32
    let publicKey: RelayPublicKey

    init(_ file: JSONValue) throws {
        key = try P256.KeyAgreement.PrivateKey(rawRepresentation: file.hexadecimal("private_key_hex"))
        ephemeral = try P256.KeyAgreement.PrivateKey(rawRepresentation: file.hexadecimal("ephemeral_key_hex"))
        relay = try file.text("relay")
        hour = UInt32(try #require(file["hour"]?.int64Value))
        publicKey = try #require(RelayPublicKey(key.publicKey, relay: relay))
        #expect(publicKey.keyID.text == (try file.text("kid")))
    }

    func run(_ sections: VectorSections) throws {
        for vector in sections.seal { try seal(vector) }
        for vector in sections.openFail { try openFail(vector) }
        for vector in sections.parseFail {
            let (name, text) = (try vector.text("name"), try vector.text("token"))
            #expect(throws: SealedTokenError.shape, "\(name)") { try SealedToken(text) }
        }
    }

    private func seal(_ vector: JSONValue) throws {
        let name: Comment = "\(try vector.text("name"))"
        let token = try SealedToken(vector.text("token"))
        let hash = try vector.hexadecimal("sha256")
        #expect(Array(SHA256.hash(data: token.bytes)) == hash, name)
        let content = try token.open(with: key, relay: relay)
        let used = try vector.hexadecimal("plaintext_hex")
        #expect(vector["used_bytes"]?.int64Value == Int64(used.count), name)
        let plaintext = try content.plaintext()
        #expect(plaintext == used + [UInt8](repeating: 0, count: 1280 - used.count), name)
        let sender = try HPKE.Sender(
            recipientKey: key.publicKey, ciphersuite: SealedToken.ciphersuite, info: Data(publicKey.info),
            ephemeral: ephemeral)
        let again = try SealedToken.seal(content, to: publicKey, sender)
        #expect(again == token, name)
        let values = try vector.member("content")
        #expect(content.app == (try values.text("app")), name)
        #expect(content.reference == (try values.hexadecimal("ref_hex")), name)
        #expect(content.ticket == (try values.hexadecimal("ticket_hex")), name)
    }

    private func openFail(_ vector: JSONValue) throws {
        let name: Comment = "\(try vector.text("name"))"
        let token = try SealedToken(vector.text("token"))
        let error = #expect(throws: SealedTokenError.self, name) {
            let content = try token.open(with: key, relay: relay)
            var plaintext = try content.plaintext()
            defer { wipe(&plaintext) }
            try SealedTokenLayout(plaintext).check(hour: hour)
        }
        #expect(error?.rawValue == (try vector.text("error")), name)
    }
}
