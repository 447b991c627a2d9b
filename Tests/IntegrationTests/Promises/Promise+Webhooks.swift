// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator

extension Promise {
    private static let events: JSONValue = [
        "push.scheduled", "push.sent", "push.failed", "push.cancelled", "push.rescheduled", "push_delivery.sent",
        "push_delivery.failed", "push_device.deactivated", "push_app.provider_error",
    ]

    /// What webhooks are told, and what they are not.
    static let webhooks: [Promise] = [
        Promise("no webhook fires when a device's key is removed") { stage in
            let receiver = try await subscribe(stage.api)
            let device = try await stage.device(Stage.iPhone)
            try await stage.register(again: device, adding: ["encryption_public_key": .null])
            let grant = try await stage.api(scope: "push:devices")
            try await stage.register(again: device, key: device.keys.publicKey.text)
            try await grant.make(
                "PUT", "/v1/push/devices",
                [
                    "app_id": .string(stage.appID), "token": .string(device.token), "platform": "ios",
                    "encryption_public_key": .null,
                ])
            // Events begin in their order: whatever had fired would be first.
            #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
            #expect(Set(try await receiver.first(2).map(\.type)) == ["push_delivery.sent", "push.sent"])
        },
        Promise("webhooks are told of a refused device and of the push that failed", app: ["require_encryption": true])
        { stage in
            let receiver = try await subscribe(stage.api)
            let device = try await stage.device(Stage.android, withKey: false)
            let id = try await stage.send(to: "user", ["title": "Title"]).string("id")
            let told = try await receiver.first(2)
            let delivery = try #require(told.first { $0.type == "push_delivery.failed" }).event["data"]
            #expect(delivery?["status"] == "refused")
            #expect(delivery?["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(delivery?["device_id"]?.stringValue == device.id)
            let push = try #require(told.first { $0.type == "push.failed" }).event["data"]
            #expect(push?["id"]?.stringValue == id)
            #expect(push?["encrypted"] == true)
            #expect(push?["device_count"] == 0)
        },
        Promise("no webhook carries a title, a text, data, a token or a key") { stage in
            let receiver = try await subscribe(stage.api)
            let devices = try await [stage.device(Stage.iPhone), stage.device(Stage.android, withKey: false)]
            let gone = try await stage.device(Stage.iPhone)
            stage.advance(by: .seconds(1))
            stage.simulator.removeApp(fromDevice: gone.token)
            #expect(try await stage.send(to: "user", secretPush)["counts"]?["sent"] == 2)
            let hidden = secrets + (devices + [gone]).flatMap { [$0.token, $0.keys.publicKey.text] }
            let told = try await receiver.first(5)
            #expect(
                told.map(\.type).sorted() == [
                    "push.sent", "push_delivery.failed", "push_delivery.sent", "push_delivery.sent",
                    "push_device.deactivated",
                ])
            for delivery in told { #expect(Disclosure.found(hidden, in: delivery.body).isEmpty) }
        },
        Promise("a test key's webhooks are told of test pushes alone") { stage in
            let world = try await TestWorld(stage)
            let (live, test) = (try await subscribe(stage.api), try await subscribe(world.api))
            try await world.device("test_accept")
            _ = try await stage.device(Stage.iPhone)
            #expect(try await world.send(["title": "Title"])["status"] == "sent")
            #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
            #expect(try await test.first(2).allSatisfy { $0.event["mode"] == "TEST" })
            #expect(try await live.first(2).allSatisfy { $0.event["mode"] == "LIVE" })
        },
    ]

    /// An endpoint that is told of everything.
    private static func subscribe(_ api: APIClient) async throws -> Receiver {
        let receiver = try Receiver()
        try await api.make("POST", "/v1/webhooks", ["url": .string(receiver.url), "events": events])
        return receiver
    }
}
