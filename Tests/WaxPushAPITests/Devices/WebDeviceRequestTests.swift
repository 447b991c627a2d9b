// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxJSON
import WaxRecords

/// Push apps with Web Push, and browsers' subscriptions as devices.
@Suite struct WebDeviceRequestTests {
    private let api: AccessHarness

    init() throws {
        api = try AccessHarness()
    }

    private static let subscription: JSONObject = [
        "endpoint": "https://push.example.net/send/dpH5lCsTSSM",
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    ]

    private func app(_ key: String, _ members: JSONObject = [:]) async throws -> AccessHarness.Answer {
        var body: JSONObject = ["name": "Web"]
        for (name, value) in members { body[name] = value }
        return try await api.call("POST", "/v1/push/apps", key: key, .object(body))
    }

    private func register(
        _ key: String, _ app: String, _ subscription: JSONValue = .object(subscription), _ members: JSONObject = [:]
    ) async throws -> AccessHarness.Answer {
        var body: JSONObject = ["app_id": .string(app), "platform": "web", "token": subscription]
        for (name, value) in members { body[name] = value }
        return try await api.call("PUT", "/v1/push/devices", key: key, .object(body))
    }

    private func problems(_ answer: AccessHarness.Answer) -> [String] {
        (answer["details"]?["errors"]?.arrayValue ?? []).map {
            "\($0["field"]?.stringValue ?? "") \($0["code"]?.stringValue ?? "")"
        }
    }

    private static func with(_ name: String, _ value: JSONValue) -> JSONValue {
        var subscription = subscription
        subscription[name] = value
        return .object(subscription)
    }

    @Test func aSubjectMakesAKeyThatStays() async throws {
        let key = try await api.makeKey(mode: .live)
        let none = try await app(key)
        #expect(none.status == 201 && none["web_push"] == .null)
        let made = try await app(key, ["web_push": ["subject": "mailto:push@example.com"]])
        let id = try #require(made.string("id"))
        let publicKey = try #require(made["web_push"]?["public_key"]?.stringValue)
        #expect(made["web_push"]?.objectValue?.keys == ["subject", "public_key"] && publicKey.utf8.count == 87)
        #expect(try await api.call("GET", "/v1/push/apps/\(id)", key: key)["web_push"] == made["web_push"])
        func patch(_ webPush: JSONValue) async throws -> AccessHarness.Answer {
            try await api.call("PATCH", "/v1/push/apps/\(id)", key: key, ["web_push": webPush])
        }
        let changed = try await patch(["subject": "https://example.com/contact"])
        #expect(
            changed["web_push"] == ["subject": "https://example.com/contact", "public_key": .string(publicKey)])
        #expect(problems(try await patch(["subject": "nobody"])) == ["web_push.subject format"])
        #expect(try await patch(.null)["web_push"] == .null)
        #expect(try await patch(["subject": "mailto:a@b.example"])["web_push"]?["public_key"] != .string(publicKey))
    }

    @Test func aBrowserIsADevice() async throws {
        let key = try await api.makeKey(mode: .live)
        let id = try #require(try await app(key).string("id"))
        let device = try await register(key, id, .object(Self.subscription), ["user_id": "anna"])
        #expect(device.status == 201 && device["platform"] == "web" && device["token_hint"] == "CsTSSM")
        #expect(device["apns_environment"] == .null && device["user_id"] == "anna" && device["active"] == true)
        let text = String(decoding: device.body.compact, as: UTF8.self)
        #expect(!text.contains("dpH5") && !text.contains("BTBZ") && !text.contains("BCVx"))
        let again = try await register(key, id, Self.with("auth", "AAAAAAAAAAAAAAAAAAAAAA"))
        #expect(again.status == 200 && again["id"] == device["id"] && again["user_id"] == "anna")
        let spelled = try await register(
            key, id, Self.with("endpoint", "HTTPS://PUSH.example.net:443/send/dpH5lCsTSSM"))
        #expect(spelled["id"] == device["id"])
        let listed = try await api.call("GET", "/v1/push/devices?platform=web", key: key)
        #expect(listed.elements.count == 1 && listed.elements[0]["token_hint"] == device["token_hint"])
    }

    @Test(arguments: ["old", "object"]) func theSubscriptionOfBeforeIsRetired(form: String) async throws {
        let key = try await api.makeKey(mode: .live)
        let id = try #require(try await app(key).string("id"))
        let old = try #require(try await register(key, id).string("id"))
        let previous: JSONValue =
            form == "object" ? .object(Self.subscription) : Self.subscription["endpoint"] ?? .null
        let new = try await register(
            key, id, Self.with("endpoint", "https://push.example.net/send/new"), ["previous_token": previous])
        #expect(new.status == 201)
        let device = try await api.call("GET", "/v1/push/devices/\(old)", key: key)
        #expect(device["active"] == false && device["deactivation_reason"] == "REPLACED")
        #expect(
            problems(try await register(key, id, .object(Self.subscription), ["previous_token": previous])) == [
                "previous_token duplicate"
            ])
        for wrong: JSONValue in ["not a URL", 1, [:]] {
            #expect(
                problems(try await register(key, id, .object(Self.subscription), ["previous_token": wrong])) == [
                    "previous_token format"
                ])
        }
    }

    @Test func everyProblemIsNamed() async throws {
        let key = try await api.makeKey(mode: .live)
        let id = try #require(try await app(key).string("id"))
        func found(_ token: JSONValue, _ members: JSONObject = [:]) async throws -> [String] {
            problems(try await register(key, id, token, members))
        }
        #expect(try await found("https://push.example.net/send/x") == ["token type"])
        #expect(try await found(.null) == ["token not_null"])
        #expect(
            try await found([:]) == ["token.endpoint required", "token.p256dh required", "token.auth required"])
        #expect(try await found(Self.with("endpoint", "http://push.example.net/x")) == ["token.endpoint format"])
        #expect(try await found(Self.with("p256dh", "x")) == ["token.p256dh format"])
        #expect(try await found(Self.with("auth", "x")) == ["token.auth format"])
        #expect(try await found(Self.with("keys", [:])) == ["token.keys unknown_field"])
        #expect(
            try await found(.object(Self.subscription), ["apns_environment": "production"]) == [
                "apns_environment not_allowed"
            ])
        let other = try await api.call(
            "PUT", "/v1/push/devices", key: key,
            ["app_id": .string(id), "platform": "ios", "token": .object(Self.subscription)])
        #expect(problems(other) == ["token type"])
        let without = try await api.call(
            "PUT", "/v1/push/devices", key: key, ["app_id": .string(id), "token": .object(Self.subscription)])
        #expect(problems(without) == ["platform required"])
    }

    @Test func testTokensAreTheEndOfTheEndpoint() async throws {
        let (live, test) = (try await api.makeKey(mode: .live), try await api.makeKey(mode: .test))
        let (liveApp, testApp) = (try await app(live).string("id") ?? "", try await app(test).string("id") ?? "")
        let magic = Self.with("endpoint", "https://push.example.net/test_flaky-2")
        #expect(try await register(test, testApp, magic).status == 201)
        #expect(try await register(live, liveApp, magic).code == "TEST_TOKEN_NOT_ALLOWED")
        // By chance a real endpoint may begin like one.
        let unknown = Self.with("endpoint", "https://push.example.net/test_unknown")
        #expect(try await register(live, liveApp, unknown).status == 201)
        #expect(problems(try await register(test, testApp, unknown)) == ["token.endpoint format"])
        #expect(try await register(test, testApp).status == 201)
    }

    @Test func aPushThatIsTooLargeForABrowser() async throws {
        let key = try await api.makeKey(mode: .live)
        let id = try #require(try await app(key).string("id"))
        _ = try await register(key, id, .object(Self.subscription), ["user_id": "anna"])
        func send(_ count: Int) async throws -> AccessHarness.Answer {
            try await api.call(
                "POST", "/v1/push", key: key,
                [
                    "app_id": .string(id), "user_id": "anna",
                    "body": .string(String(repeating: "x", count: count - 11)),
                ])
        }
        #expect(try await send(3993).status == 202)
        let refused = try await send(4000)
        #expect(refused.status == 422 && refused.code == "PUSH_PAYLOAD_TOO_LARGE")
        #expect(
            refused["details"] == [
                "limit_bytes": 3993, "size_bytes": 4000, "cut_bytes": 7, "platform": "web", "encrypted": false,
            ])
        let publicKey = "BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv06hugrUUHAOoXyzC6xpLBnjBfu8DS3Phd3ascQSTTrYPc"
        _ = try await register(
            key, id, .object(Self.subscription), ["encryption_public_key": .string(publicKey)])
        #expect(try await send(2871).status == 202)
        let sealed = try await send(2872)
        #expect(
            sealed["details"] == [
                "limit_bytes": 3993, "size_bytes": 3994, "cut_bytes": 1, "platform": "web", "encrypted": true,
            ])
    }
}
