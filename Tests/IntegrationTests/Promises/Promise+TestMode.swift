// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON

extension Promise {
    /// Test keys and the tokens that are for them.
    static let testMode: [Promise] = [
        Promise("the documented registration of test_accept is answered as documented") { stage in
            let world = try await TestWorld(stage)
            let device = try await world.device("test_accept", adding: ["apns_environment": "sandbox"])
            #expect(device["id"]?.stringValue?.hasPrefix("pdev_") == true)
            #expect(device["active"] == true)
            #expect(device["encryption_key_id"] == "cHRL-UfvREIeEx3Q")
            #expect(device["mode"] == "TEST")
        },
        Promise("a test push ends as sent, reaches no provider and costs nothing") { stage in
            let world = try await TestWorld(stage)
            for platform in ["ios", "android"] { try await world.device("test_accept", platform: platform) }
            let end = try await world.send(["title": "Title"])
            #expect(end["status"] == "sent")
            #expect(end["counts"]?["sent"] == 2)
            #expect(end["mode"] == "TEST")
            #expect(end["cost_cents"] == 0)
            #expect(stage.received.isEmpty)
        },
        Promise("a test delivery shows the request, whose envelope is really sealed") { stage in
            let world = try await TestWorld(stage)
            for platform in ["ios", "android"] { try await world.device("test_accept", platform: platform) }
            let push = try await world.send(try documentedPush()).string("id")
            for delivery in try await world.api.deliveries(push) {
                let id = try #require(delivery["id"]?.stringValue)
                let shown = try await world.api.get("/v1/push/\(push)/deliveries/\(id)")["test_request"]
                let request = try #require(shown)
                #expect(request["headers"]?["authorization"] == "bearer …")
                let body = try #require(request["body"])
                let hk = try body["hk"] ?? body["message"]?["data"]?["hk"]?.stringValue.map { try JSONReader.parse($0) }
                let envelope = try HKEnvelope(parsing: try #require(hk).compact)
                let plaintext = try envelope.open(with: DeviceKeys.seed().privateKey)
                #expect(String(decoding: plaintext, as: UTF8.self) == SeedVector.plaintext)
            }
        },
        Promise("a live key is refused the tokens of test mode") { stage in
            for platform in ["ios", "android"] {
                let answer = try await stage.api.call(
                    "PUT", "/v1/push/devices",
                    [
                        "app_id": .string(stage.appID), "token": "test_accept", "platform": .string(platform),
                        "encryption_public_key": .string(SeedVector.publicKey),
                    ])
                #expect(answer.status == 422)
                #expect(answer["code"] == "TEST_TOKEN_NOT_ALLOWED")
            }
            #expect(try await stage.api.list("/v1/push/devices").isEmpty)
        },
        Promise("each test token has its outcome on both platforms") { stage in
            let world = try await TestWorld(stage)
            for platform in ["ios", "android"] {
                for outcome in outcomes {
                    let device = try await world.device(outcome.token, platform: platform)
                    // A provider that gave a token up before it was registered is not believed.
                    stage.advance(by: .seconds(1))
                    let push = try await world.sendThroughTime(["title": "Title"])
                    let delivery = try await world.api.delivery(push)
                    #expect(delivery["status"]?.stringValue == outcome.status, "\(outcome.token) \(platform)")
                    #expect(delivery["error_code"]?.stringValue == outcome.code, "\(outcome.token) \(platform)")
                    #expect(delivery["attempts"]?.int64Value ?? 0 >= outcome.attempts, "\(outcome.token) \(platform)")
                    #expect(delivery["encrypted"] == true)
                    let path = "/v1/push/devices/\(device["id"]?.stringValue ?? "")"
                    #expect(
                        try await world.api.get(path)["active"]?.boolValue == outcome.staysActive,
                        "\(outcome.token) \(platform)")
                    #expect(try await world.api.call("DELETE", path).status == 204)
                }
            }
            #expect(stage.received.isEmpty)
        },
        Promise("a suffix makes more devices of a test token") { stage in
            let world = try await TestWorld(stage)
            let tokens = ["test_accept", "test_accept-2", "test_accept-3", "test_bad_token-2"]
            var ids: Set<String> = []
            for token in tokens { ids.insert(try await world.device(token)["id"]?.stringValue ?? "") }
            #expect(ids.count == 4)
            let end = try await world.send(["title": "Title"])
            #expect(end["counts"] == ["queued": 0, "sent": 3, "failed": 1, "refused": 0])
        },
        Promise("encryption is required of test devices too") { stage in
            let world = try await TestWorld(stage, app: ["require_encryption": true])
            try await world.device("test_accept", adding: ["encryption_public_key": .null])
            let end = try await world.send(["title": "Title"])
            #expect(end["status"] == "failed")
            #expect(end["error_code"] == "ENCRYPTION_KEY_MISSING")
        },
        Promise("test data and live data do not meet") { stage in
            let world = try await TestWorld(stage)
            let live = try await stage.device(Stage.iPhone)
            let test = try await world.device("test_accept")["id"]?.stringValue ?? ""
            #expect(try await world.api.call("GET", "/v1/push/apps/\(stage.appID)").status == 404)
            #expect(try await world.api.call("GET", "/v1/push/devices/\(live.id)").status == 404)
            #expect(try await stage.api.call("GET", "/v1/push/devices/\(test)").status == 404)
            #expect(try await world.send(["title": "Title"])["device_count"] == 1)
            #expect(stage.received.isEmpty)
        },
    ]

    private struct Outcome {
        let token: String
        let status: String
        let code: String?
        var attempts: Int64 = 1
        var staysActive = true
    }

    private static let outcomes = [
        Outcome(token: "test_accept", status: "sent", code: nil),
        Outcome(token: "test_slow", status: "sent", code: nil),
        Outcome(token: "test_flaky", status: "sent", code: nil, attempts: 2),
        Outcome(token: "test_rate_limited", status: "sent", code: nil, attempts: 2),
        Outcome(token: "test_unregistered", status: "failed", code: "TOKEN_UNREGISTERED", staysActive: false),
        Outcome(token: "test_bad_token", status: "failed", code: "TOKEN_INVALID", staysActive: false),
        Outcome(token: "test_wrong_app", status: "failed", code: "TOKEN_NOT_FOR_APP", staysActive: false),
        Outcome(token: "test_too_large", status: "failed", code: "PUSH_PAYLOAD_TOO_LARGE"),
        Outcome(token: "test_auth_error", status: "failed", code: "PROVIDER_AUTH_FAILED"),
        Outcome(token: "test_provider_error", status: "failed", code: "PROVIDER_UNAVAILABLE", attempts: 2),
        Outcome(token: "test_timeout", status: "failed", code: "PROVIDER_TIMEOUT"),
        Outcome(token: "test_rejected", status: "failed", code: "PROVIDER_REJECTED"),
    ]
}
