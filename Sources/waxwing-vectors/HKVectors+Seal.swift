// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

extension HKVectors {
    /// Envelopes that open.
    var seal: [JSONValue] {
        get throws {
            let long = { (byteCount: Int) in
                let frame = #"{"title":"Long","body":""}"#
                return #"{"title":"Long","body":"\#(String(repeating: "x", count: byteCount - frame.utf8.count))"}"#
            }
            return try [
                sealed(
                    "published_example", Self.publishedPlaintext, note: "the vector published with the format",
                    to: published, ephemeral: publishedEphemeral),
                sealed("no_members", "{}", note: "a push says only what was sent"),
                sealed("title_only", #"{"title":"Door opened"}"#),
                sealed("empty_texts", #"{"title":"","body":""}"#),
                sealed("empty_data", #"{"title":"Order","body":"Shipped","data":{}}"#),
                sealed(
                    "all_members",
                    #"{"title":"Standup","body":"in 5 minutes","data":{"room":"4.12"},"badge":0,"sound":"chime.caf","thread_id":"meetings"}"#
                ),
                sealed(
                    "unicode",
                    #"{"title":"🧑🏽‍🚒 Übung · e\#u{301} ≠ é","body":"تنبيه · אזעקה · 警報 · \#u{2028}𝔘","data":{"é":1,"e\#u{301}":2}}"#,
                    note: "raw UTF-8, code points kept as they are; the two keys of data differ"),
                sealed(
                    "escapes",
                    #"{"title":"\"quoted\" \\ a/b","body":"one\ntwo\tthree\u0001\u0000"}"#,
                    note: "only what JSON demands is escaped, so not the slash"),
                sealed(
                    "data_kept_exactly",
                    #"{"title":"Reading","data":{"z":1.0,"a":[1e2,-0,12345678901234567890,0.1],"nested":{"b":null,"a":true}}}"#,
                    note: "number text and the order of members survive"),
                sealed(
                    "padded_to_256", padded(#"{"title":"Padded","body":"Spaces hide the length"}"#, to: 256),
                    note: "a sender that hides the length adds trailing spaces"),
                sealed(
                    "trailing_white_space", #"{"title":"Padded","body":"Any white space is skipped"}"# + " \n\t  "),
                sealed(
                    "unknown_member_ignored", #"{"title":"Hello","body":"World","future":{"x":1}}"#,
                    note: "devices pass over members that they do not know"),
                sealed(
                    "wrong_types_absent",
                    #"{"title":5,"body":"Still shown","data":[],"badge":"3","sound":null,"thread_id":{}}"#,
                    note: "a member of the wrong type counts as absent"),
                sealed(
                    "largest_for_apns", long(2892), note: "with the default placeholder the APNs payload has 4096 bytes"
                ),
                sealed("largest_for_fcm", long(2952), note: "the FCM data has 4096 bytes; for APNs it is too large"),
            ]
        }
    }

    private func sealed(_ name: String, _ plaintext: String, note: String? = nil) throws -> JSONValue {
        try sealed(name, plaintext, note: note, to: recipient, ephemeral: HKParty(named: "ephemeral \(name)"))
    }

    private func sealed(
        _ name: String, _ plaintext: String, note: String?, to recipient: HKParty, ephemeral: HKParty
    ) throws -> JSONValue {
        let envelope = try recipient.seal(Array(plaintext.utf8), ephemeral: ephemeral)
        let content = try PushContent(plaintext: Array(plaintext.utf8))
        var recipientValue = recipient.value
        recipientValue["kid"] = .string(recipient.publicKey.keyID)
        recipientValue["kid_rule"] = "first 16 characters of base64url(SHA-256(raw 65-byte public key))"
        var vector: JSONObject = ["name": .string(name)]
        vector["note"] = note.map { .string($0) }
        vector["recipient"] = .object(recipientValue)
        vector["ephemeral"] = .object(ephemeral.value)
        vector["plaintext"] = try JSONReader.parse(content.plaintext)
        vector["plaintext_json"] = .string(plaintext)
        vector["envelope"] = envelope.value
        let payload = apnsPayload(envelope, content)
        if payload.compact.count <= 4096 { vector["apns_payload"] = payload }
        vector["fcm_data"] = ["hk": .string(String(decoding: envelope.json, as: UTF8.self))]
        return .object(vector)
    }

    /// What Apple is given: a placeholder, what iOS applies by itself, and the envelope.
    private func apnsPayload(_ envelope: HKEnvelope, _ content: PushContent) -> JSONValue {
        var aps: JSONObject = ["alert": ["title": "New notification", "body": ""], "mutable-content": 1]
        aps["badge"] = content.badge.map { .number(JSONNumber($0)) }
        aps["sound"] = content.sound.map { .string($0) }
        aps["thread-id"] = content.threadID.map { .string($0) }
        return ["aps": .object(aps), "hk": envelope.value]
    }
}

/// The text with spaces after it up to a number of bytes.
func padded(_ text: String, to byteCount: Int) -> String {
    text + String(repeating: " ", count: byteCount - text.utf8.count)
}
