// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxJSON

@testable import WaxEnvelope

/// Holds the code to the vectors of the `pw1` envelope.
struct PW1VectorRunner {
    /// The cases whose plaintext is what a sealer makes of the texts.
    private static let rebuilt = ["padded_to_64", "max_size"]

    func run(_ sections: VectorSections) throws {
        for vector in sections.seal { try seal(vector) }
        for vector in sections.openFail { try openFail(vector) }
        for vector in sections.parseFail { try parseFail(vector) }
        let names = try sections.seal.map { try $0.text("name") }
        #expect(Self.rebuilt.allSatisfy(names.contains))
    }

    private func seal(_ vector: JSONValue) throws {
        let name: Comment = "\(try vector.text("name"))"
        let key = try PW1Key(vector.text("key_hex"))
        let plaintext = Array(try vector.text("plaintext").utf8)
        let text = try vector.text("envelope")
        #expect(key.keyID == (try vector.text("kid")), name)
        #expect(key.encryptionKey.withUnsafeBytes { Array($0) } == (try vector.hexadecimal("enc_key_hex")), name)
        let sealed = try PW1Envelope.seal(plaintext: plaintext, with: key, nonce: vector.hexadecimal("nonce_hex"))
        #expect(sealed.text == text, name)

        let content = try PW1Envelope(text).open(with: key)
        let expected = try vector.member("expect")
        for (member, value) in [
            ("title", content.title), ("subtitle", content.subtitle), ("body", content.body), ("url", content.url),
        ] {
            #expect(value.map { Array($0.utf8) } == expected[member]?.stringValue.map { Array($0.utf8) }, name)
        }
        if Self.rebuilt.contains(try vector.text("name")) { #expect(try content.plaintext() == plaintext, name) }
    }

    private func openFail(_ vector: JSONValue) throws {
        let name: Comment = "\(try vector.text("name"))"
        let key = try PW1Key(vector.text("key_hex"))
        let envelope = try PW1Envelope(vector.text("envelope"))
        #expect(throws: PW1Error.self, name) { try envelope.open(with: key) }
    }

    private func parseFail(_ vector: JSONValue) throws {
        let name: Comment = "\(try vector.text("name"))"
        let text = try vector.text("envelope")
        #expect(throws: PW1Error.envelopeShape, name) { try PW1Envelope(text) }
    }
}
