// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

extension HKVectors {
    /// Texts that are no envelope, made from one that is.
    func parseFail(_ whole: HKEnvelope) -> [JSONValue] {
        let enc = Base64URL.encode(whole.enc)
        let ct = Base64URL.encode(whole.ct)
        func text(
            _ v: String = "2", kid: String? = nil, enc encoded: String = "\"\(enc)\"", ct sealed: String = "\"\(ct)\""
        )
            -> String
        {
            #"{"v":\#(v),"kid":\#(kid ?? "\"\(whole.kid)\""),"enc":\#(encoded),"ct":\#(sealed)}"#
        }
        func quoted(_ bytes: [UInt8]) -> String { "\"\(Base64URL.encode(bytes))\"" }
        func without(_ member: String) -> String {
            var object = whole.value.objectValue ?? [:]
            object[member] = nil
            return String(decoding: JSONValue.object(object).compact, as: UTF8.self)
        }
        let cases: [(name: String, text: String, error: HKEnvelopeError, reason: String)] = [
            ("empty", "", .invalidEnvelope, "empty"),
            ("not_json", "hk", .invalidEnvelope, "not JSON"),
            ("not_object", "[\(text())]", .invalidEnvelope, "not an object"),
            ("string_in_string", "\"hk\"", .invalidEnvelope, "not an object"),
            ("cut_short", String(text().dropLast()), .invalidEnvelope, "not JSON"),
            ("goes_on", text() + "}", .invalidEnvelope, "something after the object"),
            ("byte_order_mark", "\u{FEFF}" + text(), .invalidEnvelope, "not JSON"),
            ("member_twice", #"{"v":2,"# + text().dropFirst(), .invalidEnvelope, "a member stands twice"),
            ("v_missing", without("v"), .invalidEnvelope, "v is missing"),
            ("v_null", text("null"), .invalidEnvelope, "v is an integer"),
            ("v_string", text("\"2\""), .invalidEnvelope, "v is an integer"),
            ("v_fraction", text("2.0"), .invalidEnvelope, "v is an integer, written as one"),
            ("v_exponent", text("2e0"), .invalidEnvelope, "v is an integer, written as one"),
            ("v_1", text("1"), .unsupportedVersion, "only version 2 is defined"),
            ("v_3", text("3"), .unsupportedVersion, "only version 2 is defined"),
            ("v_negative", text("-2"), .unsupportedVersion, "only version 2 is defined"),
            ("v_huge", text("18446744073709551618"), .unsupportedVersion, "2 to the 64th and 2 more is not 2"),
            ("v_3_alone", #"{"v":3}"#, .unsupportedVersion, "the version is looked at first"),
            ("kid_missing", without("kid"), .invalidEnvelope, "kid is missing"),
            ("kid_number", text(kid: "7"), .invalidEnvelope, "kid is a string"),
            ("enc_missing", without("enc"), .invalidEnvelope, "enc is missing"),
            ("enc_null", text(enc: "null"), .invalidEnvelope, "enc is a string"),
            ("enc_empty", text(enc: "\"\""), .invalidEnvelope, "enc has 65 bytes"),
            ("enc_short", text(enc: quoted(whole.enc.dropLast())), .invalidEnvelope, "enc has 65 bytes"),
            ("enc_long", text(enc: quoted(whole.enc + [0])), .invalidEnvelope, "enc has 65 bytes"),
            ("enc_padded", text(enc: "\"\(enc)=\""), .invalidEnvelope, "base64url without padding only"),
            ("enc_spaced", text(enc: "\"\(enc) \""), .invalidEnvelope, "no white space"),
            ("enc_unused_bits", text(enc: "\"\(nextLast(enc))\""), .invalidEnvelope, "the unused bits are zero"),
            (
                "enc_standard_alphabet", text(enc: "\"\(standardAlphabet(enc))\""), .invalidEnvelope,
                "base64url alphabet only"
            ),
            ("ct_missing", without("ct"), .invalidEnvelope, "ct is missing"),
            ("ct_array", text(ct: "[\"\(ct)\"]"), .invalidEnvelope, "ct is a string"),
            ("ct_short", text(ct: quoted(Array(whole.ct.prefix(15)))), .invalidEnvelope, "ct has at least the tag"),
            ("ct_length", text(ct: "\"\(ct.prefix(137))\""), .invalidEnvelope, "137 characters are no unpadded base64"),
            (
                "ct_unused_bits", text(ct: "\"\(nextLast(Base64URL.encode(whole.ct.dropLast())))\""), .invalidEnvelope,
                "the unused bits are zero"
            ),
            (
                "ct_line_break", text(ct: "\"\(ct.prefix(76))\\n\(ct.dropFirst(76))\""), .invalidEnvelope,
                "no white space"
            ),
        ]
        return cases.map {
            [
                "name": .string($0.name), "envelope": .string($0.text), "error": .string($0.error.rawValue),
                "reason": .string($0.reason),
            ]
        }
    }
}

/// The text with the character after its last one in the alphabet, which differs in the lowest bit alone.
func nextLast(_ text: String) -> String {
    let last = text.last.map { $0.asciiValue ?? 0 } ?? 0
    return text.dropLast() + String(UnicodeScalar(last + 1))
}

/// The text in the alphabet of plain base64.
func standardAlphabet(_ text: String) -> String {
    String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
}
