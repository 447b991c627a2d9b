// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON
import WaxStore
import WaxSystem
import WaxWebhooks

/// What the service itself makes known, from a request to a receiver.
@Suite struct EngineEventsTests {
    private func subscribe(_ stage: APIStage, _ receiver: Receiver, _ types: [EventType]) async throws {
        let names = types.map { JSONValue.string($0.name) }
        let answer = try await stage.call(
            "POST", "/v1/webhooks", ["url": .string(receiver.url), "events": .array(names)])
        #expect(answer.status == 201)
    }

    private func push(_ stage: APIStage, _ app: String, _ more: JSONObject = [:]) async throws -> APIStage.Answer {
        var body: JSONObject = ["app_id": .string(app), "user_id": "user_1", "title": "Your code", "body": "123456"]
        for (name, value) in more { body[name] = value }
        return try await stage.call("POST", "/v1/push", body)
    }

    @Test func aPushAndItsDeliveriesAreTold() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver()
            try await subscribe(stage, receiver, EventType.allCases)
            let app = try await stage.addApp()
            let good = try await stage.addDevice(app, "test_accept")
            let dead = try await stage.addDevice(app, "test_unregistered")
            let id = try await push(stage, app).string("id")
            let told = try await receiver.first(4)
            #expect(
                Set(told.map(\.type)) == [
                    "push_delivery.sent", "push_delivery.failed", "push_device.deactivated", "push.sent",
                ])
            func data(_ type: String) -> JSONValue? { told.first { $0.type == type }?.event["data"] }
            let deliveries = try await stage.call("GET", "/v1/push/\(id)/deliveries")["data"]?.arrayValue ?? []
            let sent = try #require(deliveries.first { $0["device_id"]?.stringValue == good })
            let failed = try #require(deliveries.first { $0["device_id"]?.stringValue == dead })
            #expect(data("push_delivery.sent") == sent)
            #expect(data("push_delivery.failed") == failed)
            #expect(failed["error_code"] == "TOKEN_UNREGISTERED")
            let end = try await stage.call("GET", "/v1/push/\(id)").body
            #expect(data("push.sent") == end)
            let device = try await stage.call("GET", "/v1/push/devices/\(dead)").body
            #expect(data("push_device.deactivated") == device)
            for delivery in told {
                let text = String(decoding: delivery.body, as: UTF8.self)
                for secret in ["Your code", "123456", "test_unregistered", "test_accept"] {
                    let isHidden = !text.contains(secret)
                    #expect(isHidden)
                }
                #expect(delivery.event["mode"] == "TEST")
            }
        }
    }

    @Test func onlyWhatWasSubscribedToIsTold() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver()
            try await subscribe(stage, receiver, [.pushSent])
            let app = try await stage.addApp()
            _ = try await stage.addDevice(app, "test_accept")
            for _ in 0..<3 { _ = try await push(stage, app) }
            #expect(try await receiver.first(3).map(\.type) == ["push.sent", "push.sent", "push.sent"])
            let count = try stage.queued()
            #expect(count == 0 || receiver.deliveries.count == 3)
        }
    }

    @Test func nobodyIsToldOfTheOtherMode() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver()
            try await subscribe(stage, receiver, EventType.allCases)
            let live = try await stage.addApp(as: "live")
            let answer = try await stage.call(
                "POST", "/v1/push", ["app_id": .string(live), "user_id": "nobody", "title": "x"], as: "live")
            _ = try await stage.finished(try answer.string("id"), as: "live")
            let app = try await stage.addApp()
            _ = try await push(stage, app)
            #expect(try await receiver.first(1).map { $0.event["mode"] } == ["TEST"])
        }
    }

    @Test func aScheduledPushIsToldAtEachStep() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver()
            try await subscribe(stage, receiver, EventType.allCases)
            let app = try await stage.addApp()
            func hours(_ count: Int) -> JSONValue { .string((stage.now + .seconds(count * 3600)).rfc3339) }
            let id = try await push(stage, app, ["scheduled_at": hours(1)]).string("id")
            let moved: JSONObject = ["scheduled_at": hours(2)]
            #expect(try await stage.call("PATCH", "/v1/push/\(id)", moved).status == 200)
            #expect(try await stage.call("DELETE", "/v1/push/\(id)").status == 204)
            let told = try await receiver.first(3)
            #expect(told.map(\.type) == ["push.scheduled", "push.rescheduled", "push.cancelled"])
            #expect(told.map { $0.event["data"]?["status"] } == ["scheduled", "scheduled", "cancelled"])
            #expect(told[1].event["data"]?["scheduled_at"] == moved["scheduled_at"])
            // An app that goes takes its scheduled pushes with it.
            _ = try await push(stage, app, ["scheduled_at": hours(1)])
            #expect(try await stage.call("DELETE", "/v1/push/apps/\(app)").status == 204)
            #expect(try await receiver.first(5).map(\.type).suffix(2) == ["push.scheduled", "push.cancelled"])
        }
    }

    @Test func aProviderThatRefusesTheAppIsToldOnce() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver()
            try await subscribe(stage, receiver, [.providerError, .pushFailed])
            let app = try await stage.addApp()
            for number in 1...20 { _ = try await stage.addDevice(app, "test_auth_error-\(number)") }
            for _ in 0..<2 { _ = try await stage.finished(try await push(stage, app).string("id")) }
            let told = try await receiver.first(3)
            #expect(told.map(\.type).sorted() == ["push.failed", "push.failed", "push_app.provider_error"])
            let data = told.first { $0.type == "push_app.provider_error" }?.event["data"]
            #expect(data?["id"]?.stringValue == app)
            #expect(data?["provider_error"] == ["provider": "apns", "code": "credential_refused"])
        }
    }

    @Test func takingAKeyAwayIsNotTold() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver()
            try await subscribe(stage, receiver, EventType.allCases)
            let app = try await stage.addApp()
            let key = "BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv06hugrUUHAOoXyzC6xpLBnjBfu8DS3Phd3ascQSTTrYPc"
            for value in [JSONValue.string(key), .null] {
                let answer = try await stage.call(
                    "PUT", "/v1/push/devices",
                    [
                        "app_id": .string(app), "token": "test_accept", "platform": "ios",
                        "encryption_public_key": value,
                    ])
                #expect((200...201).contains(answer.status))
            }
            let id = try await stage.call("GET", "/v1/push/devices")["data"]?.arrayValue?.first?["id"]?.stringValue
            #expect(try await stage.call("DELETE", "/v1/push/devices/\(id ?? "")").status == 204)
            #expect(try stage.queued() == 0)
            #expect(receiver.deliveries.isEmpty)
        }
    }

    @Test func aReplacedDeviceIsTold() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver()
            try await subscribe(stage, receiver, [.deviceDeactivated])
            let app = try await stage.addApp()
            let old = try await stage.addDevice(app, "test_accept-1")
            try await stage.call(
                "PUT", "/v1/push/devices",
                [
                    "app_id": .string(app), "token": "test_accept-2", "platform": "ios",
                    "previous_token": "test_accept-1",
                ])
            let data = try await receiver.first(1).first?.event["data"]
            #expect(data?["id"]?.stringValue == old)
            #expect(data?["deactivation_reason"] == "REPLACED")
        }
    }
}

extension APIStage {
    /// How many events wait for any webhook.
    func queued() throws -> Int64 {
        try database.read { try $0.first("SELECT count(*) FROM webhook_queue") { try $0.integer(0) } } ?? 0
    }
}
