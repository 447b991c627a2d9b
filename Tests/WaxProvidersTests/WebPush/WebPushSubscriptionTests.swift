// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope
import WaxFields
import WaxJSON
import WaxProviders

@Suite struct WebPushSubscriptionTests {
    private let object: JSONObject = [
        "endpoint": "https://push.example.net/send/abc",
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    ]

    private func read(_ object: JSONObject, allowsHTTP: Bool = false) throws(FieldProblems) -> WebPushSubscription? {
        let fields = FieldReader(["token": .object(object)])
        let subscription = fields.nested("token") { WebPushSubscription.read($0, allowsHTTP: allowsHTTP) }.value
        try fields.finish()
        return subscription
    }

    /// What is wrong, as `field code`.
    private func problems(_ object: JSONObject) -> [String] {
        FieldProblems.found { () throws(FieldProblems) in _ = try read(object) }
    }

    private func with(_ name: String, _ value: JSONValue?) -> JSONObject {
        var object = object
        object[name] = value
        return object
    }

    @Test func whatABrowserGives() throws {
        let subscription = try #require(try read(object))
        #expect(subscription.endpoint.text == "https://push.example.net/send/abc")
        #expect(subscription.publicKey.text == object["p256dh"]?.stringValue)
        #expect(Base64URL.encode(subscription.auth) == "BTBZMqHH6r4Tts7J_aSIgg")
        #expect(WebPushSubscription(stored: subscription.stored) == subscription)
    }

    @Test func eachMemberIsChecked() {
        #expect(problems([:]) == ["token.endpoint required", "token.p256dh required", "token.auth required"])
        for name in ["endpoint", "p256dh", "auth"] {
            #expect(problems(with(name, .null)) == ["token.\(name) not_null"])
            #expect(problems(with(name, 1)) == ["token.\(name) type"])
            #expect(problems(with(name, "")) == ["token.\(name) format"])
        }
        #expect(problems(with("expirationTime", .null)) == ["token.expirationTime unknown_field"])
    }

    @Test(arguments: [
        ("endpoint", "http://push.example.net/send/abc"), ("endpoint", "push.example.net/send/abc"),
        // Padded, of another alphabet, compressed, not on the curve.
        ("p256dh", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4="),
        ("p256dh", "BCVxsr7N/eNgVRqvHtD0zTZsEc6+VV+JvLexhqUzORcxaOzi6+AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        ("p256dh", "AiVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"),
        ("p256dh", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8"),
        ("auth", "BTBZMqHH6r4Tts7J_aSIgg=="), ("auth", "BTBZMqHH6r4Tts7J_aSIgh"), ("auth", "BTBZMqHH6r4Tts7J_aSI"),
    ])
    func malformed(name: String, text: String) {
        #expect(problems(with(name, .string(text))) == ["token.\(name) format"])
    }

    @Test func httpOnlyWhereItIsAllowed() throws {
        let object = with("endpoint", "http://127.0.0.1:8080/x")
        #expect(try read(object, allowsHTTP: true)?.endpoint.origin == "http://127.0.0.1:8080")
        #expect(problems(object) == ["token.endpoint format"])
    }

    @Test(arguments: ["", "{}", "token", #"{"endpoint":"https://h/x","p256dh":"x","auth":"y"}"#])
    func whatIsNotStored(text: String) {
        #expect(WebPushSubscription(stored: text) == nil)
    }

    @Test func itDescribesNothingSecret() throws {
        let subscription = try #require(try read(object))
        Redaction.check(subscription, hides: ["abc", "BTBZ", "BCVx"])
        Redaction.check(subscription, hides: [0x05, 0x30, 0x59, 0x32, 0xA1, 0xC7])
        Redaction.check(subscription, hides: [0x04, 0x25, 0x71, 0xB2, 0xBE, 0xCD])
    }
}
