// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxJSON

extension PW1Vectors {
    /// Envelopes that open.
    var seal: [JSONValue] {
        get throws {
            let frame = #"{"title":"Log","body":""}"#
            let longest =
                #"{"title":"Log","body":"\#(String(repeating: "z", count: PW1Envelope.maximumPlaintext - frame.utf8.count))"}"#
            let bells = String(repeating: "🔔", count: 300)
            return try [
                sealed("ascii_minimal", 0xA0, Self.examplePlaintext),
                sealed(
                    "all_fields", 0xB0,
                    #"{"title":"Backup failed","subtitle":"nas · nightly","body":"2 of 7 volumes","url":"https://nas.example.net/jobs/7?view=log#end"}"#
                ),
                sealed(
                    "padded_to_64", 0xC0, padded(#"{"title":"Padded","body":"The length says less"}"#, to: 64),
                    note: "filled with spaces to 64 bytes, which a JSON reader skips"),
                sealed(
                    "emoji_and_rtl", 0xA0,
                    #"{"title":"🚨🧑🏽‍🚒 Alarm","body":"שער 3 נפתח · البوابة مفتوحة · e\#u{301} ≠ é · 警報"}"#,
                    key: otherKey),
                sealed(
                    "unknown_key_ignored", 0xB0, #"{"title":"Door","body":"Open","lang":["en",{"x":null}]}"#,
                    key: otherKey, note: "members that nobody knows do no harm"),
                sealed(
                    "custom_scheme_url_kept", 0xC0,
                    #"{"title":"Door","body":"Tap for the camera","url":"homecam://front-door/live"}"#, key: otherKey,
                    note: "every scheme but four is let through"),
                sealed(
                    "javascript_url_dropped", 0xD0,
                    #"{"title":"Link","body":"Without its url","url":"JavaScript:alert(document.cookie)"}"#,
                    note: "the rest is shown without the forbidden link"),
                sealed(
                    "title_clamped_to_256", 0xE0, #"{"title":"\#(bells)","body":"256 bells"}"#,
                    note: "cut after 256 code points, which are 512 UTF-16 units here"),
                sealed(
                    "max_size", 0xF0, longest, note: "2266 bytes are the most, and leave no room for padding"),
            ]
        }
    }

    private func sealed(
        _ name: String, _ first: UInt8, _ plaintext: String, key: PW1Key? = nil, note: String? = nil
    ) throws -> JSONValue {
        let key = key ?? self.key
        let envelope = try PW1Envelope.seal(plaintext: Array(plaintext.utf8), with: key, nonce: nonce(first))
        let content = try envelope.open(with: key)
        var expect: JSONObject = ["title": .string(content.title)]
        expect["subtitle"] = content.subtitle.map { .string($0) }
        expect["body"] = .string(content.body)
        expect["url"] = content.url.map { .string($0) }
        var vector: JSONObject = [
            "name": .string(name),
            "key_hex": .string(key.text),
            "enc_key_hex": .string(encryptionKey(key).withUnsafeBytes { hexadecimal($0) }),
            "kid": .string(key.keyID),
            "nonce_hex": .string(hexadecimal(nonce(first))),
            "plaintext": .string(plaintext),
            "envelope": .string(envelope.text),
            "expect": .object(expect),
        ]
        vector["note"] = note.map { .string($0) }
        return .object(vector)
    }
}
