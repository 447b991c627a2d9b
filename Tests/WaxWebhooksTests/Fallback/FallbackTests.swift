// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem
import WaxWebhooks

/// The fallback of a push from the request to its end.
@Suite struct FallbackTests {
    private static let fallback: JSONValue = ["text": "your code is 4711", "to": "+15145550100", "from": "Shop"]

    private func push(
        _ stage: APIStage, _ app: String, user: String = "nobody", as key: String, at time: JSONValue = .null
    ) async throws -> APIStage.Answer {
        try await stage.call(
            "POST", "/v1/push",
            [
                "app_id": .string(app), "user_id": .string(user), "title": "Your code", "fallback": Self.fallback,
                "scheduled_at": time,
            ], as: key)
    }

    private func gateway(_ receiver: Receiver) -> FallbackGateway {
        FallbackGateway(url: receiver.url, secret: WebhookSecret(random: SystemRandom()))
    }

    @Test func aLivePushForNobodyGoesOutAsText() async throws {
        let receiver = try Receiver { _, _ in .json(Array(#"{"message_id":"msg_1"}"#.utf8)) }
        try await APIStage.with(gateway: gateway(receiver)) { stage in
            let app = try await stage.addApp(as: "live")
            let made = try await push(stage, app, as: "live")
            #expect(made.status == 202)
            #expect(made["fallback"] == ["status": "pending", "message_id": .null, "error_code": .null])
            let id = try made.string("id")
            let end = try await stage.answer("GET", "/v1/push/\(id)", as: "live") {
                $0["fallback"]?["status"] == "sent"
            }
            #expect(end["status"] == "failed")
            #expect(end["error_code"] == "NO_DEVICES")
            #expect(end["fallback"] == ["status": "sent", "message_id": "msg_1", "error_code": .null])
            #expect(receiver.deliveries.count == 1)
            #expect(receiver.deliveries.first?.event["push_id"]?.stringValue == id)
        }
    }

    @Test func withoutAGatewayALivePushThatAsksIsRefused() async throws {
        try await APIStage.with { stage in
            let app = try await stage.addApp(as: "live")
            let refused = try await push(stage, app, as: "live")
            #expect(refused.status == 422)
            #expect(refused["code"] == "PROVIDER_NOT_CONFIGURED")
            #expect(refused["details"]?["field"] == "fallback")
        }
    }

    @Test func testKeysSimulateIt() async throws {
        let receiver = try Receiver()
        try await APIStage.with(gateway: gateway(receiver)) { stage in
            let app = try await stage.addApp()
            let end = try await stage.finished(try await push(stage, app, as: "test").string("id"))
            #expect(end["status"] == "failed")
            #expect(end["fallback"]?["status"] == "sent")
            #expect(end["fallback"]?["message_id"]?.stringValue?.hasPrefix("test_") == true)
            #expect(receiver.deliveries.isEmpty)
        }
    }

    @Test(arguments: [("test_accept", "sent", "not_needed"), ("test_unregistered", "failed", "sent")])
    func itGoesOutOnlyWhenNoDeviceGotThePush(token: String, status: String, fallback: String) async throws {
        try await APIStage.with { stage in
            let app = try await stage.addApp()
            _ = try await stage.addDevice(app, token)
            let end = try await stage.finished(try await push(stage, app, user: "user_1", as: "test").string("id"))
            #expect(end["status"]?.stringValue == status)
            #expect(end["fallback"]?["status"]?.stringValue == fallback)
        }
    }

    @Test func aPushWithoutOneHasNone() async throws {
        try await APIStage.with { stage in
            let app = try await stage.addApp()
            let made = try await stage.call(
                "POST", "/v1/push", ["app_id": .string(app), "user_id": "nobody", "title": "x"])
            #expect(made["fallback"] == .null)
        }
    }

    @Test func aCancelledPushForgetsIt() async throws {
        try await APIStage.with { stage in
            let app = try await stage.addApp()
            let time = JSONValue.string((stage.now + .seconds(3600)).rfc3339)
            let id = try await push(stage, app, as: "test", at: time).string("id")
            #expect(try await stage.call("DELETE", "/v1/push/\(id)").status == 204)
            let end = try await stage.call("GET", "/v1/push/\(id)")
            #expect(end["fallback"] == ["status": "cancelled", "message_id": .null, "error_code": .null])
            let left = try stage.database.read { sql in
                try sql.first("SELECT count(*) FROM fallbacks WHERE content IS NOT NULL") { try $0.integer(0) }
            }
            #expect(left == 0)
        }
    }

    @Test(arguments: [
        (#"{"text":"x"}"#, "fallback.to"), (#"{"to":"1","text":""}"#, "fallback.text"),
        (#"{"to":"1","text":"x","kind":"sms"}"#, "fallback.kind"),
    ])
    func itsFieldsAreChecked(fallback: String, field: String) async throws {
        let fallback = try JSONReader.parse(Array(fallback.utf8))
        try await APIStage.with { stage in
            let app = try await stage.addApp()
            let refused = try await stage.call(
                "POST", "/v1/push",
                ["app_id": .string(app), "user_id": "nobody", "title": "x", "fallback": fallback])
            #expect(refused.status == 422)
            #expect(refused["details"]?["errors"]?.arrayValue?.first?["field"]?.stringValue == field)
        }
    }
}
