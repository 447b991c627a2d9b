// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON
import WaxSimulator

extension Promise {
    private static let required: JSONObject = ["require_encryption": true]
    private static let text = "Open the app, please"
    private static let push: JSONObject = [
        "title": "Visible title", "fallback": ["text": .string(text), "to": "+15145550100", "from": "Example"],
    ]

    /// The text that goes out when no device gets a push.
    static let fallback: [Promise] = [
        Promise("a push that every device is refused sends its fallback text", app: required, hasGateway: true) {
            stage in
            for app in ClockedStage.platforms { _ = try await stage.device(app, withKey: false) }
            let id = try await stage.send(to: "user", push).string("id")
            let end = try await stage.api.push(id) { $0["fallback"]?["status"] == "sent" }
            #expect(end["status"] == "failed")
            #expect(end["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(end["cost_cents"] == 0)
            let sent = try #require(stage.gateway).deliveries
            #expect(sent.map { $0.event["text"]?.stringValue } == [text])
            #expect(sent.map { $0.event["to"]?.stringValue } == ["+15145550100"])
            #expect(sent.map { $0.event["push_id"]?.stringValue } == [id])
            #expect(stage.received.isEmpty)
        },
        Promise("so does one that was scheduled before encryption was required", hasGateway: true) { stage in
            _ = try await stage.device(Stage.iPhone, withKey: false)
            let id = try await stage.schedule(push, after: .seconds(3600))
            try await stage.change(required)
            #expect(try #require(stage.gateway).deliveries.isEmpty)
            let end = try await stage.finish(id, after: .seconds(3600))
            #expect(end["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(end["refunded_cents"] == 3)
            _ = try await stage.api.push(id) { $0["fallback"]?["status"] == "sent" }
            #expect(try #require(stage.gateway).deliveries.count == 1)
            #expect(stage.received.isEmpty)
        },
        Promise("a push that one device gets sends no text", app: required, hasGateway: true) { stage in
            _ = try await stage.device(Stage.android)
            _ = try await stage.device(Stage.iPhone, withKey: false)
            let end = try await stage.send(to: "user", push)
            #expect(end["status"] == "sent")
            #expect(end["fallback"]?["status"] == "not_needed")
            // A text that is sent afterwards shows that the other's time has come and gone.
            _ = try await stage.device(Stage.iPhone, user: "other", withKey: false)
            let other = try await stage.send(to: "other", push).string("id")
            _ = try await stage.api.push(other) { $0["fallback"]?["status"] == "sent" }
            #expect(try #require(stage.gateway).deliveries.map { $0.event["push_id"]?.stringValue } == [other])
        },
        Promise("the text is no part of what Apple and Google get", hasGateway: true) { stage in
            for app in ClockedStage.platforms {
                for withKey in [true, false] { _ = try await stage.device(app, withKey: withKey) }
            }
            #expect(try await stage.send(to: "user", push)["counts"]?["sent"] == 4)
            for request in stage.received {
                #expect(Disclosure.found([text, "+15145550100"], in: request.visible).isEmpty)
            }
        },
        Promise("a test key's text is sent nowhere", hasGateway: true) { stage in
            let world = try await TestWorld(stage, app: required)
            try await world.device("test_accept", adding: ["encryption_public_key": .null])
            let end = try await world.send(push)
            #expect(end["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(end["fallback"]?["status"] == "sent")
            #expect(try #require(stage.gateway).deliveries.isEmpty)
        },
        Promise("a push that asks for a text that nobody could send is refused") { stage in
            _ = try await stage.device(Stage.iPhone)
            let answer = try await stage.api.call("POST", "/v1/push", stage.push(to: "user", push))
            #expect(answer.status == 422)
            #expect(answer["code"] == "PROVIDER_NOT_CONFIGURED")
            #expect(stage.received.isEmpty)
        },
    ]
}
