// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator

extension Promise {
    private static let required: JSONObject = ["require_encryption": true]
    private static let push: JSONObject = ["title": "Visible title", "body": "Visible body"]

    /// Apps that require encryption, and apps that do not.
    static let requirement: [Promise] = [
        Promise("require_encryption is off by default, and is set when an app is made or changed") { stage in
            let path = "/v1/push/apps/\(stage.appID)"
            #expect(try await stage.api.get(path)["require_encryption"] == false)
            let other = try await stage.addApp(required)
            #expect(try await stage.api.get("/v1/push/apps/\(other)")["require_encryption"] == true)
            for value in [true, false] as [JSONValue] {
                let answer = try await stage.api.make("PATCH", path, ["require_encryption": value])
                #expect(answer["id"]?.stringValue == stage.appID)
                #expect(answer["require_encryption"] == value)
                // Another change leaves it.
                #expect(try await stage.api.make("PATCH", path, ["name": "Name"])["require_encryption"] == value)
            }
            #expect(try await stage.api.call("PATCH", path, ["require_encryption": .null]).status == 422)
        },
        Promise("off, a device with a key gets each push encrypted and one without gets it in plain text") { stage in
            for app in ClockedStage.platforms {
                let sealed = try await stage.device(app, user: "\(app)")
                let plain = try await stage.device(app, user: "\(app)", withKey: false)
                #expect(try await stage.send(to: "\(app)", push)["counts"]?["sent"] == 2)
                let request = try stage.request(to: sealed)
                #expect(try request.opened(with: sealed.keys) == JSONValue.object(push).text)
                #expect(request.readable(["Visible title", "Visible body"]).isEmpty)
                #expect(try stage.request(to: plain).readable(["Visible title", "Visible body"]).count == 2)
            }
        },
        Promise("on, every delivery is encrypted or not made", app: required) { stage in
            for app in ClockedStage.platforms {
                for withKey in [true, false] { _ = try await stage.device(app, withKey: withKey) }
            }
            let end = try await stage.send(to: "user", push)
            #expect(end["status"] == "sent")
            #expect(end["counts"] == ["queued": 0, "sent": 2, "failed": 0, "refused": 2])
            #expect(stage.received.count == 2)
            for request in stage.received {
                #expect(try request.envelope != nil)
                #expect(Disclosure.found(["Visible title", "Visible body"], in: request.visible).isEmpty)
            }
        },
        Promise("a device without a key is refused with ENCRYPTION_KEY_MISSING and sent nothing", app: required) {
            stage in
            for app in ClockedStage.platforms {
                _ = try await stage.device(app, user: "\(app)")
                let plain = try await stage.device(app, user: "\(app)", withKey: false)
                let push = try await stage.send(to: "\(app)", push)
                let deliveries = try await stage.api.deliveries(push.string("id"))
                let delivery = try #require(deliveries.first { $0["device_id"]?.stringValue == plain.id })
                #expect(delivery["status"] == "refused")
                #expect(delivery["error_code"] == "ENCRYPTION_KEY_MISSING")
                #expect(delivery["provider_status"] == .null)
                #expect(try stage.requests(to: plain).isEmpty)
            }
        },
        Promise("a refused device is not in device_count", app: required) { stage in
            _ = try await stage.device(Stage.iPhone)
            for app in ClockedStage.platforms { _ = try await stage.device(app, withKey: false) }
            let accepted = try await stage.api.make("POST", "/v1/push", stage.push(to: "user", push))
            #expect(accepted["device_count"] == 1)
            #expect(try await stage.api.finished(accepted.string("id"))["device_count"] == 1)
        },
        Promise("a push that is refused for every device fails with ENCRYPTION_KEY_MISSING", app: required) { stage in
            for app in ClockedStage.platforms { _ = try await stage.device(app, withKey: false) }
            let accepted = try await stage.api.make("POST", "/v1/push", stage.push(to: "user", push))
            #expect(accepted.status == 202)
            let end = try await stage.api.finished(accepted.string("id"))
            #expect(end["status"] == "failed")
            #expect(end["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(end["device_count"] == 0)
            #expect(stage.received.isEmpty)
        },
        Promise("a device whose key was removed gets no pushes until it registers one again", app: required) { stage in
            let device = try await stage.device(Stage.android)
            try await stage.register(again: device, adding: ["encryption_public_key": .null])
            #expect(try await stage.send(to: "user", push)["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(stage.received.isEmpty)
            try await stage.register(again: device, key: device.keys.publicKey.text)
            let request = try await stage.request(push, to: device)
            #expect(try request.opened(with: device.keys) == JSONValue.object(push).text)
        },
        Promise("while it is off, later pushes to a device whose key was removed go in plain text") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app, user: "\(app)")
                try await stage.register(
                    device.token, of: app, user: "\(app)", adding: ["encryption_public_key": .null])
                let end = try await stage.send(to: "\(app)", push)
                #expect(end["encrypted"] == false)
                #expect(try stage.request(to: device).readable(["Visible title"]).count == 1)
            }
        },
        Promise("turning it on covers what is scheduled: refused when it is sent, and refunded") { stage in
            let plain = try await stage.device(Stage.iPhone, withKey: false)
            let sealed = try await stage.device(Stage.android)
            let id = try await stage.schedule(push, after: .seconds(3600))
            try await stage.change(required)
            let end = try await stage.finish(id, after: .seconds(3600))
            #expect(end["status"] == "sent")
            #expect(end["counts"] == ["queued": 0, "sent": 1, "failed": 0, "refused": 1])
            let refused = try await stage.api.list("/v1/push/\(id)/deliveries?status=refused")
            #expect(refused.map { $0["error_code"] } == ["ENCRYPTION_KEY_MISSING"])
            #expect(refused.map { $0["refunded"] } == [true])
            #expect(end["refunded_cents"] == 3)
            #expect(try stage.requests(to: plain).isEmpty)
            #expect(try stage.requests(to: sealed).count == 1)
        },
        Promise("turning it on covers what is queued for another attempt") { stage in
            let device = try await stage.device(Stage.android, withKey: false)
            stage.simulator.order(.answer("UNAVAILABLE", retryAfter: 600), token: device.token)
            let id = try await stage.putOff(push)
            try await stage.change(required)
            let end = try await stage.finish(id, after: .seconds(1200))
            #expect(end["status"] == "failed")
            #expect(end["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(end["refunded_cents"] == 3)
            #expect(try stage.requests(to: device).count == 1)
        },
        Promise("a push's encrypted is what the app required when it was sent") { stage in
            _ = try await stage.device(Stage.iPhone)
            let before = try await stage.send(to: "user", push)
            #expect(before["encrypted"] == false)
            let id = try await stage.schedule(push, after: .seconds(3600))
            try await stage.change(required)
            #expect(try await stage.finish(id, after: .seconds(3600))["encrypted"] == true)
            #expect(try await stage.api.get("/v1/push/\(before.string("id"))")["encrypted"] == false)
            try await stage.change(["require_encryption": false])
            #expect(try await stage.api.get("/v1/push/\(id)")["encrypted"] == true)
            #expect(try await stage.send(to: "user", push)["encrypted"] == false)
        },
        Promise("a delivery's encrypted says whether that device got it encrypted") { stage in
            let sealed = try await stage.device(Stage.iPhone)
            let plain = try await stage.device(Stage.android, withKey: false)
            let push = try await stage.send(to: "user", push)
            for delivery in try await stage.api.deliveries(push.string("id")) {
                let device = delivery["device_id"]?.stringValue == sealed.id ? sealed : plain
                #expect(delivery["encrypted"]?.boolValue == (try stage.request(to: device).envelope != nil))
                #expect(delivery["encrypted"]?.boolValue == (device.id == sealed.id))
            }
        },
    ]

    /// What is charged, and what is given back.
    static let charges: [Promise] = [
        Promise("a refused device is never charged", app: required) { stage in
            _ = try await stage.device(Stage.iPhone)
            _ = try await stage.device(Stage.iPhone, withKey: false)
            let end = try await stage.send(to: "user", push)
            #expect(end["cost_cents"] == 3)
            #expect(end["refunded_cents"] == 0)
            let deliveries = try await stage.api.deliveries(end.string("id"))
            let costs = deliveries.map { $0["status"] == "sent" ? $0["cost_cents"] == 3 : $0["cost_cents"] == 0 }
            #expect(costs == [true, true])
            #expect(deliveries.allSatisfy { $0["refunded"] == false })
        },
        Promise("a push that every device is refused costs nothing", app: required) { stage in
            _ = try await stage.device(Stage.android, withKey: false)
            let end = try await stage.send(to: "user", push)
            #expect(end["cost_cents"] == 0)
            #expect(end["refunded_cents"] == 0)
        },
        Promise("a scheduled push that is cancelled is refunded, and nothing is sent") { stage in
            for app in ClockedStage.platforms { _ = try await stage.device(app) }
            let id = try await stage.schedule(push, after: .seconds(3600))
            #expect(try await stage.api.get("/v1/push/\(id)")["cost_cents"] == 6)
            #expect(try await stage.api.call("DELETE", "/v1/push/\(id)").status == 204)
            stage.advance(by: .seconds(7200))
            #expect(try await stage.send(to: "user", ["title": "Later"])["counts"]?["sent"] == 2)
            let end = try await stage.api.get("/v1/push/\(id)")
            #expect(end["status"] == "cancelled")
            #expect(end["refunded_cents"] == 6)
            #expect(stage.received.count == 2)
        },
        Promise("what its provider refused is refunded") { stage in
            let gone = try await stage.device(Stage.iPhone)
            _ = try await stage.device(Stage.android)
            stage.simulator.removeApp(fromDevice: gone.token)
            let end = try await stage.send(to: "user", push)
            #expect(end["counts"] == ["queued": 0, "sent": 1, "failed": 1, "refused": 0])
            #expect(end["cost_cents"] == 6)
            #expect(end["refunded_cents"] == 3)
        },
    ]
}
