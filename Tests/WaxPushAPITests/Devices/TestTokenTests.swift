// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxProviders

/// The tokens of test mode, as registrations take them. What they make of a delivery is a matter of the engine.
@Suite struct TestTokenTests {
    private func register(_ rig: PushAPIRig, _ key: String, _ app: String, _ token: String, _ platform: Platform)
        async throws -> APIAnswer
    {
        let subscription: JSONValue = [
            "endpoint": .string("https://push.example.net/send/\(token)"),
            "p256dh": .string(SeedVector.publicKey), "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        ]
        return try await rig.call(
            "PUT", "/v1/push/devices", key: key,
            [
                "app_id": .string(app), "token": platform == .web ? subscription : .string(token),
                "platform": .string(platform.rawValue),
            ])
    }

    @Test func theTokensAreThoseOfTheDocuments() {
        #expect(
            Set(MagicToken.allCases.map(\.rawValue)) == [
                "test_accept", "test_unregistered", "test_bad_token", "test_wrong_app", "test_too_large",
                "test_auth_error", "test_rate_limited", "test_flaky", "test_provider_error", "test_timeout",
                "test_slow", "test_rejected",
            ])
    }

    @Test(arguments: MagicToken.allCases, Platform.allCases)
    func eachTokenIsForTestKeys(token: MagicToken, platform: Platform) async throws {
        let rig = try PushAPIRig()
        let (test, live) = (try await rig.makeApp(), try await rig.makeApp(key: rig.liveKey))
        for text in [token.rawValue, token.rawValue + "-2", token.rawValue + "-" + String(repeating: "b", count: 64)] {
            let answer = try await register(rig, rig.testKey, test, text, platform)
            #expect(
                answer.status == 201 && answer["mode"] == "TEST" && answer["platform"]?.stringValue == platform.rawValue
            )
            let refused = try await register(rig, rig.liveKey, live, text, platform)
            #expect(refused.refusal == "422 TEST_TOKEN_NOT_ALLOWED")
        }
        #expect(try rig.store.integers("SELECT count(*) FROM devices") == [3])
    }

    @Test(arguments: [
        "test_", "test_accept-", "test_accept-é", "test_accept- 2", "test_accepted", "test_accept_2", "test_sent",
        "test_accept-" + String(repeating: "b", count: 65),
    ])
    func whatLooksLikeOneIsNone(token: String) async throws {
        let rig = try PushAPIRig()
        let (test, live) = (try await rig.makeApp(), try await rig.makeApp(key: rig.liveKey))
        // What ends a browser's endpoint may look like one by chance.
        for platform in [Platform.ios, .android] {
            for (key, app) in [(rig.testKey, test), (rig.liveKey, live)] {
                #expect(try await register(rig, key, app, token, platform).problems == ["token format"])
            }
        }
    }
}
