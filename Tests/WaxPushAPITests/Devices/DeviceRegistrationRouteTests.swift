// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxRecords
import WaxSystem

/// `PUT /v1/push/devices`
@Suite struct DeviceRegistrationRouteTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig() }

    private func register(_ app: String, key: String? = nil, _ more: JSONObject = [:]) async throws -> APIAnswer {
        let body: JSONObject = ["app_id": .string(app), "token": "test_accept", "platform": "ios"]
        return try await rig.call("PUT", "/v1/push/devices", key: key, body.changed(more))
    }

    @Test func theSeedsRegistration() async throws {
        let app = try await rig.makeApp()
        let answer = try await register(
            app,
            [
                "user_id": "user_1042", "apns_environment": "sandbox",
                "encryption_public_key": .string(SeedVector.publicKey),
            ])
        let time = JSONValue.string(rig.store.now.rfc3339)
        let id = try answer.id(201)
        #expect(id.hasPrefix("pdev_"))
        #expect(
            answer.body == [
                "id": .string(id), "app_id": .string(app), "platform": "ios", "user_id": "user_1042",
                "apns_environment": "sandbox", "active": true, "deactivated_at": .null, "deactivation_reason": .null,
                "encryption_key_id": "cHRL-UfvREIeEx3Q", "token_hint": "accept", "mode": "TEST", "created_at": time,
                "updated_at": time, "last_registered_at": time,
            ])
        #expect(try await rig.call("GET", "/v1/push/devices/\(id)").body == answer.body)
    }

    @Test func theKeyIsNeverReturned() async throws {
        let app = try await rig.makeApp()
        let answer = try await register(app, ["encryption_public_key": .string(SeedVector.publicKey)])
        let id = try answer.id(201)
        let shown = [
            answer, try await rig.call("GET", "/v1/push/devices/\(id)"), try await rig.call("GET", "/v1/push/devices"),
        ]
        for answer in shown {
            #expect(answer.body.text.contains(SeedVector.keyID))
            #expect(!answer.body.text.contains(SeedVector.publicKey.dropFirst(20).prefix(20)))
        }
    }

    @Test func absentKeepsNullRemovesAndANewKeyReplaces() async throws {
        let app = try await rig.makeApp()
        _ = try await register(app, ["encryption_public_key": .string(SeedVector.publicKey), "user_id": "anna"])
        var answer = try await register(app)
        #expect(
            answer.status == 200 && answer["encryption_key_id"] == "cHRL-UfvREIeEx3Q" && answer["user_id"] == "anna")
        let key = DeviceKeys().publicKey
        answer = try await register(app, ["encryption_public_key": .string(key.text), "user_id": "ben"])
        #expect(answer["encryption_key_id"] == .string(key.keyID) && answer["user_id"] == "ben")
        answer = try await register(app, ["encryption_public_key": .null, "user_id": .null])
        #expect(answer["encryption_key_id"] == .null && answer["user_id"] == .null)
    }

    @Test func anotherTokenIsAnotherDeviceWithoutAKey() async throws {
        let app = try await rig.makeApp()
        let first = try await register(app, ["encryption_public_key": .string(SeedVector.publicKey)])
        let second = try await register(app, ["token": "test_accept-2"])
        #expect(second.status == 201 && second["id"] != first["id"] && second["encryption_key_id"] == .null)
    }

    @Test func hexadecimalTokensAreOneInAnyCase() async throws {
        let app = try await rig.makeApp(key: rig.liveKey)
        let first = try await register(app, key: rig.liveKey, ["token": "ABCDEF0123456789"])
        let second = try await register(app, key: rig.liveKey, ["token": "abcdef0123456789"])
        #expect(first.status == 201 && second.status == 200 && first["id"] == second["id"])
        #expect(second["token_hint"] == "456789")
    }

    @Test(arguments: ["ab", "abcdef", "abcdef01"]) func aShortTokenIsNotShownInItsHint(token: String) async throws {
        let app = try await rig.makeApp()
        #expect(try await register(app, ["token": .string(token)])["token_hint"] == .null)
    }

    @Test func registeringRevives() async throws {
        let app = try await rig.makeApp()
        let id = try await rig.makeDevice(app, token: "test_unregistered")
        rig.store.time.advance(by: .seconds(1))
        _ = try await rig.call("POST", "/v1/push", ["app_id": .string(app), "title": "x", "device_id": .string(id)])
        try await rig.deliver(1)
        let dead = try await rig.call("GET", "/v1/push/devices/\(id)")
        #expect(dead["active"] == false && dead["deactivation_reason"] == "TOKEN_UNREGISTERED")
        #expect(dead["deactivated_at"] == .string(rig.store.now.rfc3339))
        rig.store.time.advance(by: .seconds(1))
        let alive = try await register(app, ["token": "test_unregistered"])
        #expect(alive.status == 200 && alive["active"] == true && alive["deactivation_reason"] == .null)
        #expect(alive["deactivated_at"] == .null)
    }

    @Test(arguments: ["test_accept", "test_flaky-3", "test_unregistered"])
    func testTokensNeedTestKeys(token: String) async throws {
        let app = try await rig.makeApp(key: rig.liveKey)
        for platform in ["ios", "android"] {
            let answer = try await register(
                app, key: rig.liveKey, ["token": .string(token), "platform": .string(platform)])
            #expect(answer.refusal == "422 TEST_TOKEN_NOT_ALLOWED")
        }
        #expect(try rig.store.integers("SELECT count(*) FROM devices") == [0])
    }

    @Test func anAppOfSomebodyElseIsNotThere() async throws {
        let foreign = try await rig.makeApp(key: try rig.key(.test, account: "other"))
        let live = try await rig.makeApp(key: rig.liveKey)
        for app in [foreign, live, "papp_" + rig.store.newID().text, "pdev_" + rig.store.newID().text, "", "x"] {
            let answer = try await register(app)
            #expect(answer.refusal == "404 NOT_FOUND" && answer.details == ["field": "app_id"])
        }
    }
}
