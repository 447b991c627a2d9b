// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

extension TokenVectors {
    /// Tokens that a relay opens, or fails to open, and takes none of.
    var openFail: [JSONValue] {
        get throws {
            let apple = try Self.apple.plaintext()
            let google = try Self.google.plaintext()
            let web = try Self.web.plaintext()
            let decoy = try Self.decoy.plaintext()
            func changed(_ plaintext: [UInt8], _ changes: (offset: Int, bytes: [UInt8])...) throws -> SealedToken {
                var plaintext = plaintext
                for (offset, bytes) in changes { plaintext.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
                return try sealed(plaintext)
            }
            func flipped(_ token: SealedToken, at offset: Int) throws -> SealedToken {
                var bytes = token.bytes
                bytes[offset] ^= 1
                return try SealedToken(bytes: bytes)
            }
            let whole = try sealed(apple)
            let hour = Self.hour
            let cases: [(name: String, token: SealedToken, error: SealedTokenError)] = [
                ("kid", try flipped(whole, at: 9), .unknownKey),
                ("enc_off_curve", try flipped(whole, at: 74), .notOpened),
                ("ct", try flipped(whole, at: 75), .notOpened),
                ("tag", try flipped(whole, at: 1370), .notOpened),
                (
                    "other_relay", try sealed(apple, info: Array(key.info.dropLast(12)) + "push.examplf".utf8),
                    .notOpened
                ),
                ("pver", try changed(apple, (0, [2])), .version),
                ("kind_reserved", try changed(apple, (1, [4])), .kind),
                ("env", try changed(apple, (2, [2])), .kind),
                ("env_of_google", try changed(google, (2, [1])), .address),
                ("policy", try changed(apple, (3, [4])), .policy),
                ("delay", try changed(apple, (12, [5])), .delay),
                ("fill", try changed(apple, (1279, [1])), .fill),
                ("fill_first", try changed(apple, (134, [1])), .fill),
                ("app_too_long", try changed(apple, (81, [65])), .lengths),
                ("app_beyond", try changed(apple, (81, [255])), .lengths),
                ("app_missing", try sealed(try appless(apple)), .lengths),
                ("tok_beyond", try changed(apple, (98, [0xFF, 0xFF])), .lengths),
                ("ext_beyond", try changed(apple, (132, [0xFF, 0xFF])), .lengths),
                ("decoy_with_app", try changed(apple, (1, [0])), .lengths),
                ("apns_without_token", try changed(decoy, (1, [1])), .lengths),
                ("fcm_character", try changed(google, (100, [UInt8(ascii: "/")])), .address),
                ("fcm_not_ascii", try changed(google, (100, [0xC3])), .address),
                ("endpoint_too_long", try changed(web, (100, [3, 0xE9])), .address),
                ("endpoint_short", try changed(web, (100, [3, 0xE7])), .address),
                ("p256dh_compressed", try changed(web, (1102, [2])), .address),
                ("exp_equals_iat", try changed(apple, (8, UInt32(494_000).bigEndianBytes)), .lifetime),
                ("exp_before_iat", try changed(apple, (8, UInt32(493_999).bigEndianBytes)), .lifetime),
                ("lives_too_long", try changed(apple, (8, UInt32(494_000 + 1081).bigEndianBytes)), .lifetime),
                (
                    "not_yet", try changed(apple, (4, (hour + 3).bigEndianBytes), (8, (hour + 100).bigEndianBytes)),
                    .notYetValid
                ),
                ("expired", try changed(apple, (8, hour.bigEndianBytes)), .expired),
            ]
            return cases.map {
                [
                    "name": .string($0.name), "token": .string($0.token.text), "error": .string($0.error.rawValue),
                ]
            }
        }
    }

    /// Texts that are no token, made from one that is.
    func parseFail(_ whole: String) -> [JSONValue] {
        let body = whole.dropFirst(5)
        func bytes(_ change: (inout [UInt8]) -> Void) -> String {
            var bytes = Base64URL.decode(String(body)) ?? []
            change(&bytes)
            return "spt1." + Base64URL.encode(bytes)
        }
        let cases: [(name: String, text: String)] = [
            ("empty", ""),
            ("prefix_only", "spt1."),
            ("prefix_missing", String(body)),
            ("prefix_upper_case", "SPT1." + body),
            ("prefix_2", "spt2." + body),
            ("short", String(whole.dropLast(4))),
            ("long", whole + "AAAA"),
            ("padded", whole + "="),
            ("space", whole.dropLast() + " "),
            ("standard_alphabet", "spt1.+" + body.dropFirst()),
            ("version_0", bytes { $0[0] = 0 }),
            ("version_2", bytes { $0[0] = 2 }),
            ("suite_2", bytes { $0[1] = 2 }),
            ("enc_hybrid_6", bytes { $0[10] = 6 }),
            ("enc_hybrid_7", bytes { $0[10] = 7 }),
            ("enc_compressed", bytes { $0[10] = 2 }),
        ]
        return cases.map { ["name": .string($0.name), "token": .string($0.text)] }
    }

    /// A plaintext whose app has no name.
    private func appless(_ plaintext: [UInt8]) throws -> [UInt8] {
        var plaintext = plaintext
        plaintext[81] = 0
        plaintext.removeSubrange(82..<98)
        return plaintext + [UInt8](repeating: 0, count: 16)
    }
}
