// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator
import WaxSystem

extension Promise {
    /// Registering a token, again and anew.
    static let tokens: [Promise] = [
        Promise("registering a token again without a key keeps its key") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app)
                let again = try await stage.register(again: device)
                #expect(again["id"] == device.object["id"])
                #expect(again["encryption_key_id"] == device.object["encryption_key_id"])
                let request = try await stage.request(["title": "Title"], to: device)
                #expect(try request.opened(with: device.keys) == #"{"title":"Title"}"#)
            }
        },
        Promise("a new token is a new device without a key") { stage in
            let old = try await stage.device(Stage.iPhone, user: "user")
            let new = try await stage.device(Stage.iPhone, user: "user", withKey: false)
            #expect(new.id != old.id)
            #expect(new.object["encryption_key_id"] == .null)
            #expect(try await stage.send(to: "user", ["title": "Visible title"])["status"] == "sent")
            #expect(try stage.request(to: new).envelope == nil)
            #expect(try stage.request(to: old).opened(with: old.keys) == #"{"title":"Visible title"}"#)
        },
        Promise("a new token does not take over the key of the token before it") { stage in
            let old = try await stage.device(Stage.iPhone)
            let new = try await stage.device(
                Stage.iPhone, withKey: false, adding: ["previous_token": .string(old.token)])
            #expect(new.id != old.id)
            #expect(new.object["encryption_key_id"] == .null)
            #expect(try await stage.request(["title": "Title"], to: new).envelope == nil)
            #expect(try stage.requests(to: old).isEmpty)
        },
        Promise("a new token that comes with the key has it at once") { stage in
            let old = try await stage.device(Stage.android)
            let new = try await stage.device(
                Stage.android, keys: old.keys, adding: ["previous_token": .string(old.token)])
            #expect(new.object["encryption_key_id"] == old.object["encryption_key_id"])
            let request = try await stage.request(["title": "Title"], to: new)
            #expect(try request.opened(with: old.keys) == #"{"title":"Title"}"#)
        },
        Promise("null removes a key, and nothing else does") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app)
                let keyID = device.object["encryption_key_id"]
                for members in [["user_id": .null], ["user_id": "user"]] as [JSONObject] {
                    #expect(try await stage.register(again: device, adding: members)["encryption_key_id"] == keyID)
                }
                let removed = try await stage.register(again: device, adding: ["encryption_public_key": .null])
                #expect(removed["id"] == device.object["id"])
                #expect(removed["encryption_key_id"] == .null)
                #expect(try await stage.request(["title": "Title"], to: device).envelope == nil)
            }
        },
        Promise("registering at every launch changes nothing but its time") { stage in
            let device = try await stage.device(Stage.iPhone)
            stage.advance(by: .seconds(86_400))
            let again = try await stage.register(again: device, key: device.keys.publicKey.text)
            for (name, value) in device.object.objectValue ?? [:]
            where !["updated_at", "last_registered_at"].contains(name) {
                #expect(again[name] == value, "\(name)")
            }
            #expect(again["last_registered_at"]?.stringValue == stage.time.now().rfc3339)
            #expect(try await stage.api.list("/v1/push/devices").count == 1)
        },
        Promise("a token that its provider gave up is good again once it is registered") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app)
                // A provider that gave a token up before it was registered is not believed.
                stage.advance(by: .seconds(1))
                stage.simulator.removeApp(fromDevice: device.token)
                #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "failed")
                #expect(try await stage.api.get("/v1/push/devices/\(device.id)")["active"] == false)
                stage.simulator.restoreApp(onDevice: device.token)
                let again = try await stage.register(again: device)
                #expect(again["active"] == true)
                #expect(again["id"] == device.object["id"])
                #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
                #expect(try await stage.api.call("DELETE", "/v1/push/devices/\(device.id)").status == 204)
            }
        },
        Promise("a push to a user reaches every device registered for that identifier, and no other") { stage in
            let mine = try await [
                stage.device(Stage.iPhone, user: "user_1042"), stage.device(Stage.android, user: "user_1042"),
            ]
            let others = try await [
                stage.device(Stage.iPhone, user: "user_104"), stage.device(Stage.android, user: "USER_1042"),
            ]
            let push = try await stage.send(to: "user_1042", ["title": "Title"])
            #expect(push["device_count"] == 2)
            for device in mine { #expect(try stage.requests(to: device).count == 1) }
            for device in others { #expect(try stage.requests(to: device).isEmpty) }
        },
        Promise("a development build is reached through Apple's sandbox, another through production") { stage in
            let sandbox = SimulatedApp.ios(bundleID: Stage.bundleID, environment: .sandbox)
            let development = try await stage.device(sandbox, adding: ["apns_environment": "sandbox"])
            let released = try await stage.device(Stage.iPhone, adding: ["apns_environment": "production"])
            let unnamed = try await stage.device(Stage.iPhone)
            #expect(development.object["apns_environment"] == "sandbox")
            #expect(unnamed.object["apns_environment"] == "production")
            #expect(try await stage.send(to: "user", ["title": "Title"])["counts"]?["sent"] == 3)
            #expect(try stage.request(to: development).service == .apnsSandbox)
            for device in [released, unnamed] { #expect(try stage.request(to: device).service == .apns) }
        },
    ]
}
