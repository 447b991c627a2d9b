// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

extension HKVectors {
    /// Envelopes of the right shape that a key does not open.
    var openFail: [JSONValue] {
        get throws {
            let whole = try publishedEnvelope
            let otherPoint = try HKParty(named: "another point").publicKey.x963Representation
            func changed(
                _ name: String, _ error: HKEnvelopeError, _ reason: String, kid: String? = nil, enc: [UInt8]? = nil,
                ct: [UInt8]? = nil, opener: HKParty? = nil
            ) -> JSONValue {
                failure(
                    name, error, reason, opener ?? published,
                    HKEnvelope(kid: kid ?? whole.kid, enc: enc ?? whole.enc, ct: ct ?? whole.ct))
            }
            func content(_ name: String, _ reason: String, _ plaintext: [UInt8]) throws -> JSONValue {
                let envelope = try published.seal(plaintext, ephemeral: HKParty(named: "ephemeral \(name)"))
                return failure(name, .invalidPayload, reason, published, envelope)
            }
            return try [
                changed(
                    "tampered_tag", .decryptionFailed, "the last byte of the tag",
                    ct: flipped(whole.ct, whole.ct.count - 1)),
                changed("tampered_ciphertext", .decryptionFailed, "the first byte of ct", ct: flipped(whole.ct, 0)),
                changed("truncated", .decryptionFailed, "the last byte is missing", ct: Array(whole.ct.dropLast())),
                changed("tag_alone", .decryptionFailed, "nothing but the tag", ct: Array(whole.ct.suffix(16))),
                changed("extended", .decryptionFailed, "a byte too many", ct: whole.ct + [0]),
                changed("enc_replaced", .decryptionFailed, "another point", enc: otherPoint),
                changed("enc_off_curve", .decryptionFailed, "no point on the curve", enc: flipped(whole.enc, 64)),
                changed("enc_form", .decryptionFailed, "not the uncompressed form", enc: [6] + whole.enc.dropFirst()),
                changed("enc_zero", .decryptionFailed, "nothing but zeros", enc: [UInt8](repeating: 0, count: 65)),
                changed("wrong_key", .unknownKeyID, "sealed to another device", opener: recipient),
                changed(
                    "wrong_key_right_kid", .decryptionFailed, "sealed to another device, under this one's kid",
                    kid: recipient.publicKey.keyID, opener: recipient),
                changed("kid_swapped", .unknownKeyID, "names another device", kid: recipient.publicKey.keyID),
                changed("kid_form", .unknownKeyID, "no key has such a kid", kid: "device \"1\""),
                failure(
                    "other_info", .decryptionFailed, "sealed with info honkio-push-v1", published,
                    published.seal(
                        Array(Self.publishedPlaintext.utf8), ephemeral: publishedEphemeral, info: "honkio-push-v1")),
                failure(
                    "other_aad", .decryptionFailed, "sealed with the kid as additional data", published,
                    published.seal(
                        Array(Self.publishedPlaintext.utf8), ephemeral: publishedEphemeral,
                        authenticating: Array(published.publicKey.keyID.utf8))),
                content("plaintext_empty", "the plaintext is empty", []),
                content("plaintext_not_json", "the plaintext is not JSON", Array("Your code: 123456".utf8)),
                content("plaintext_not_object", "JSON, but not an object", Array(#"["title","body"]"#.utf8)),
                content("plaintext_goes_on", "something after the object", Array(#"{"title":"a"}{}"#.utf8)),
                content("plaintext_member_twice", "a member stands twice", Array(#"{"title":"a","title":"b"}"#.utf8)),
                content(
                    "plaintext_not_utf8", "invalid UTF-8",
                    Array(#"{"title":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)),
            ]
        }
    }

    private func failure(
        _ name: String, _ error: HKEnvelopeError, _ reason: String, _ opener: HKParty, _ envelope: HKEnvelope
    ) -> JSONValue {
        [
            "name": .string(name), "private_key": .string(opener.privateText), "envelope": envelope.value,
            "error": .string(error.rawValue), "reason": .string(reason),
        ]
    }
}

/// The bytes with the lowest bit of one of them changed.
func flipped(_ bytes: [UInt8], _ index: Int) -> [UInt8] {
    var bytes = bytes
    bytes[index] ^= 1
    return bytes
}
