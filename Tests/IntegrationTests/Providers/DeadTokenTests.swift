// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxJSON
import WaxSimulator

/// Tokens that a provider does not take: the device with it becomes inactive, and no other.
@Suite(.bounded, .timeLimit(.minutes(4))) struct DeadTokenTests {
    @Test func aTokenThatIsRefusedEndsItsDeviceAlone() async throws {
        let stage = try await Stage()
        let simulator = stage.simulator
        let healthy = [
            try await stage.phone(Stage.iPhone, user: "healthy"), try await stage.phone(Stage.android, user: "healthy"),
        ]
        let removed = [
            try await stage.phone(Stage.iPhone, user: "removed"), try await stage.phone(Stage.android, user: "removed"),
        ]
        for phone in removed { #expect(simulator.removeApp(fromDevice: phone.token)) }
        try await stage.register(
            simulator.newDevice(for: .ios(bundleID: "com.example.other")), of: Stage.iPhone, user: "other app")
        try await stage.register(
            simulator.newDevice(for: .android(projectID: "other")), of: Stage.android, user: "other app")
        try await stage.register(String(repeating: "0a", count: 32), of: Stage.iPhone, user: "unknown")
        try await stage.register("not-a-token", of: Stage.android, user: "unknown")

        let id = try await stage.api.send([
            "app_id": .string(stage.appID), "all_devices": true, "title": "To all",
        ])
        let push = try await stage.api.finished(id)
        #expect(push["status"] == "sent")
        #expect(push["counts"] == ["queued": 0, "sent": 2, "failed": 6, "refused": 0])
        let codes = [
            "healthy": nil, "removed": "TOKEN_UNREGISTERED", "other app": "TOKEN_NOT_FOR_APP",
            "unknown": "TOKEN_INVALID",
        ]
        let deliveries = try await stage.api.deliveries(id)
        #expect(deliveries.count == 8)
        for delivery in deliveries {
            let user = try #require(delivery["user_id"]?.stringValue)
            let code = try #require(codes[user])
            #expect(delivery["error_code"]?.stringValue == code)
            #expect(delivery["attempts"] == 1)
        }
        for device in try await stage.api.list("/v1/push/devices") {
            let user = try #require(device["user_id"]?.stringValue)
            let code = try #require(codes[user])
            #expect(device["active"] == .bool(code == nil))
            #expect(device["deactivation_reason"]?.stringValue == code)
            #expect(device["deactivated_at"]?.isNull == (code == nil))
        }
        for phone in healthy { #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.count == 1) }

        // An inactive device is left out of the next push, and back once it registers.
        #expect(try await stage.send(to: "removed", ["title": "Again"])["error_code"] == "NO_DEVICES")
        for phone in removed {
            simulator.restoreApp(onDevice: phone.token)
            let device = try await stage.register(phone, user: "removed")
            #expect(device["active"] == true && device["deactivation_reason"] == .null)
        }
        #expect(try await stage.send(to: "removed", ["title": "Again"])["counts"]?["sent"] == 2)
    }

    /// Apple says when the token died: a registration after that time stands.
    @Test func aDeviceThatRegisteredSinceStaysActive() async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(Stage.iPhone, user: "user")
        stage.simulator.removeApp(fromDevice: phone.token)
        // The clocks have milliseconds: the registration comes at a later one.
        var device = try await stage.register(phone, user: "user")
        let died = try #require(device["last_registered_at"]?.stringValue)
        while device["last_registered_at"]?.stringValue == died {
            device = try await stage.register(phone, user: "user")
        }
        let push = try await stage.send(to: "user", ["title": "Lost"])
        #expect(push["error_code"] == "TOKEN_UNREGISTERED")
        let id = try #require(device["id"]?.stringValue)
        let after = try await stage.api.get("/v1/push/devices/\(id)")
        #expect(after["active"] == true)
        stage.simulator.restoreApp(onDevice: phone.token)
        #expect(try await stage.send(to: "user", ["title": "Found"])["status"] == "sent")
    }

    /// When nearly all tokens of an app are refused, its configuration is wrong and not its devices.
    @Test(arguments: [Stage.iPhone, Stage.android])
    func aWrongConfigurationDoesNotEndAllDevices(_ app: SimulatedApp) async throws {
        let stage = try await Stage()
        let count = 120
        let other: SimulatedApp =
            app == Stage.android ? .android(projectID: "other") : .ios(bundleID: "com.example.other")
        for number in 0..<count {
            try await stage.register(stage.simulator.newDevice(for: other), of: app, user: "user \(number)")
        }
        let id = try await stage.api.send(["app_id": .string(stage.appID), "all_devices": true, "title": "To all"])
        let push = try await stage.api.finished(id)
        #expect(push["error_code"] == "TOKEN_NOT_FOR_APP")
        #expect(push["counts"]?["failed"] == .number(JSONNumber(count)))
        #expect(try await stage.api.list("/v1/push/devices?active=true").count >= count / 2)
    }
}
