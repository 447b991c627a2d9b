// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxJSON

extension PW1Vectors {
    /// Envelopes of the right shape that a key does not open.
    var openFail: [JSONValue] {
        get throws {
            let whole = try example
            let sealed = Base64URL.decode(String(whole.text.dropFirst(13))) ?? []
            func changed(_ name: String, _ index: Int, _ reason: String) -> JSONValue {
                failure(name, "pw1.\(whole.kid).\(Base64URL.encode(flipped(sealed, index)))", reason)
            }
            func content(_ name: String, _ first: UInt8, _ plaintext: String, _ reason: String) throws -> JSONValue {
                let envelope = try PW1Envelope.seal(plaintext: Array(plaintext.utf8), with: key, nonce: nonce(first))
                return failure(name, envelope.text, reason)
            }
            return try [
                changed("tampered_tag", sealed.count - 1, "the last bit of the tag"),
                changed("tampered_ciphertext", 12, "a bit of the first byte of ciphertext"),
                changed("tampered_nonce", 0, "a bit of the first byte of the nonce"),
                failure("wrong_key", whole.text, "the key has another kid", key: otherKey),
                failure(
                    "kid_swapped", "pw1.\(otherKey.keyID).\(Base64URL.encode(sealed))",
                    "names another key; under its own the kid would fail authentication as part of the AAD"),
                failure("sealed_with_wrong_aad", try sealedForOther.text, "sealed with the AAD of another key"),
                content("plaintext_not_object", 0x00, #"["Disk full","/var is at 97%"]"#, "JSON, but not an object"),
                content("plaintext_not_json", 0x10, "Disk full: /var is at 97%", "not JSON"),
                content("missing_body", 0x20, #"{"title":"Disk full"}"#, "there is no body"),
                content("empty_title", 0x30, #"{"title":"","body":"text"}"#, "the title is empty"),
                content("title_not_string", 0x40, #"{"title":97,"body":"text"}"#, "the title is a number"),
                content(
                    "subtitle_null", 0x50, #"{"title":"Disk","subtitle":null,"body":"full"}"#,
                    "the subtitle is null"),
                content(
                    "url_not_string", 0x60, #"{"title":"Disk","body":"full","url":["https://example.com"]}"#,
                    "the url is an array"),
            ]
        }
    }

    /// Texts that are no envelope, made from one that is.
    func parseFail(_ whole: String) -> [JSONValue] {
        let start = "pw1.\(key.keyID)."
        let sealed = String(whole.dropFirst(start.count))
        let long = start + String(repeating: "A", count: PW1Envelope.maximumLength - start.count + 1)
        let cases: [(name: String, text: String, reason: String)] = [
            ("padding_char", whole + "=", "a padding character"),
            ("uppercase_kid", "pw1.\(key.keyID.uppercased()).\(sealed)", "the kid is in lower case"),
            ("short_kid", "pw1.\(key.keyID.dropLast(2)).\(sealed)", "the kid has eight digits"),
            ("wrong_version", "pw2.\(key.keyID).\(sealed)", "there is no other version"),
            (
                "too_short", start + sealed.prefix(39),
                "39 characters; nonce, tag and two bytes of content take 40"
            ),
            ("bad_base64_length", start + sealed.prefix(41), "41 characters leave one over"),
            ("standard_base64_alphabet", start + standardAlphabet(sealed), "characters of plain base64"),
            ("missing_part", "pw1.\(sealed)", "the kid is missing"),
            ("too_long", long, "3073 characters"),
            ("empty", "", "nothing at all"),
            (
                "unused_bits", start + nextLast(Base64URL.encode(Array(sealed.utf8.prefix(31)))),
                "the unused bits are zero"
            ),
            ("fourth_part", whole + ".AAAA", "there are three parts"),
            ("trailing_newline", whole + "\n", "nothing after the last character"),
            ("leading_space", " " + whole, "nothing before the version"),
        ]
        return cases.map {
            ["name": .string($0.name), "envelope": .string($0.text), "reason": .string($0.reason)]
        }
    }

    /// An envelope under the one key that names the other and vouches for that.
    private var sealedForOther: PW1Envelope {
        get throws {
            let start = "pw1.\(otherKey.keyID)"
            let box = try AES.GCM.seal(
                Array(Self.examplePlaintext.utf8), using: encryptionKey(key), nonce: AES.GCM.Nonce(data: nonce(0x70)),
                authenticating: Array(start.utf8))
            return try PW1Envelope("\(start).\(Base64URL.encode(nonce(0x70) + box.ciphertext + box.tag))")
        }
    }

    private func failure(_ name: String, _ envelope: String, _ reason: String, key: PW1Key? = nil) -> JSONValue {
        [
            "name": .string(name), "key_hex": .string((key ?? self.key).text), "envelope": .string(envelope),
            "reason": .string(reason),
        ]
    }
}
