// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator

extension Promise {
    /// A new key in place of the one before.
    static let rotation: [Promise] = [
        Promise("a new key replaces the old one at once") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app)
                let new = DeviceKeys()
                let again = try await stage.register(again: device, key: new.publicKey.text)
                #expect(again["id"] == device.object["id"])
                #expect(again["encryption_key_id"]?.stringValue == new.publicKey.keyID)
                let request = try await stage.request(["title": "Title"], to: device)
                #expect(try request.envelope?["kid"]?.stringValue == new.publicKey.keyID)
                #expect(try request.opened(with: new) == #"{"title":"Title"}"#)
                #expect(throws: (any Error).self) { try request.opened(with: device.keys) }
            }
        },
        Promise("a scheduled push is sealed to the key of the time when it is sent") { stage in
            let device = try await stage.device(Stage.iPhone)
            let push = try await stage.schedule(["title": "Title"], after: .seconds(3600))
            let new = DeviceKeys()
            try await stage.register(again: device, key: new.publicKey.text)
            #expect(try await stage.finish(push, after: .seconds(3600))["status"] == "sent")
            #expect(try stage.request(to: device).opened(with: new) == #"{"title":"Title"}"#)
        },
        Promise("another attempt after a rotation is sealed to the new key") { stage in
            let device = try await stage.device(Stage.android)
            stage.simulator.order(.answer("UNAVAILABLE", retryAfter: 600), token: device.token)
            let push = try await stage.putOff(["title": "Title"])
            let new = DeviceKeys()
            try await stage.register(again: device, key: new.publicKey.text)
            #expect(try await stage.finish(push, after: .seconds(1200))["status"] == "sent")
            let requests = try stage.requests(to: device)
            #expect(requests.count == 2)
            #expect(try requests.last?.opened(with: new) == #"{"title":"Title"}"#)
        },
        Promise("a push that is sent before the backend knows the new key still opens") { stage in
            for app in ClockedStage.platforms {
                let phone = try await stage.phone(app, user: "user")
                _ = try phone.rotateEncryptionKey()
                #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
                let shown = await phone.shown(atLeast: 1, within: .seconds(30))?.first
                #expect(shown?.openedEnvelope == true)
                #expect(shown?.title == "Title")
                try await stage.register(phone, user: "nobody")
            }
        },
        Promise("a push to the key of two rotations ago shows the placeholder, until the new key is registered") {
            stage in
            let phone = try await stage.phone(Stage.iPhone, user: "user")
            for _ in 1...2 { _ = try phone.rotateEncryptionKey() }
            #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
            let shown = await phone.shown(atLeast: 1, within: .seconds(30))?.first
            #expect(shown?.openedEnvelope == false)
            #expect(shown?.title == "New notification")
            try await stage.register(phone, user: "user")
            #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
            #expect(await phone.shown(atLeast: 2, within: .seconds(30))?.last?.title == "Title")
        },
    ]
}
