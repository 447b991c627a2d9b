// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxCrypto
import WaxJSON

extension Promise {
    /// The envelope itself, as both services get it.
    static let envelope: [Promise] = [
        Promise("the envelope is one object of v, kid, enc and ct, and v is 2") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app)
                let envelope = try await stage.request(["title": "Title"], to: device).envelope
                #expect(envelope?.keys == ["v", "kid", "enc", "ct"])
                #expect(envelope?["v"] == 2)
                try await stage.register(again: device, adding: ["user_id": "nobody"])
            }
        },
        Promise("enc is an uncompressed point on P-256, and enc and ct are base64url without padding") { stage in
            let device = try await stage.device(Stage.android)
            for number in 1...8 {
                let title = String(repeating: "x", count: number)
                #expect(try await stage.send(to: "user", ["title": .string(title)])["status"] == "sent")
            }
            for request in try stage.requests(to: device) {
                let enc = try request.bytes("enc")
                #expect(enc.count == 65 && enc.first == 4)
                #expect(throws: Never.self) { try P256.KeyAgreement.PublicKey(x963Representation: enc) }
                for name in ["enc", "ct"] {
                    let text = try #require(try request.envelope?[name]?.stringValue)
                    #expect(text.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
                }
            }
        },
        Promise("the sealed payload is 16 bytes longer than the plaintext") { stage in
            let device = try await stage.device(Stage.iPhone)
            for title in ["a", "é", "🐦🔥", String(repeating: "x", count: 1000)] {
                #expect(try await stage.send(to: "user", ["title": .string(title)])["status"] == "sent")
                let request = try #require(try stage.requests(to: device).last)
                #expect(try request.bytes("ct").count == #"{"title":"\#(title)"}"#.utf8.count + 16)
            }
        },
        Promise("the envelope is a third longer than what it seals, and 136 bytes") { stage in
            let device = try await stage.device(Stage.android)
            for count in [1, 2, 3, 500, 2900] {
                let title = String(repeating: "x", count: count)
                #expect(try await stage.send(to: "user", ["title": .string(title)])["status"] == "sent")
                let envelope = try #require(try stage.requests(to: device).last?.envelope)
                let sealed = count + #"{"title":""}"#.utf8.count + 16
                #expect(JSONValue.object(envelope).compact.count == 136 + (4 * sealed + 2) / 3)
            }
        },
        Promise("HPKE opens it in base mode with the documented info and no additional data, and with no other") {
            stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app, user: "\(app)")
                #expect(try await stage.send(to: "\(app)", ["title": "Title"])["status"] == "sent")
                let request = try stage.request(to: device)
                #expect(try request.opened(with: device.keys) == #"{"title":"Title"}"#)
                for info in ["", "honkio-push-v1", "honkio-push-v2 "] {
                    #expect(throws: (any Error).self) { try request.opened(with: device.keys, info: info) }
                }
            }
        },
        Promise("every envelope has an encapsulated key of its own") { stage in
            for app in ClockedStage.platforms { _ = try await stage.device(app) }
            for _ in 1...3 {
                #expect(try await stage.send(to: "user", ["title": "The same"])["counts"]?["sent"] == 2)
            }
            #expect(Set(try stage.received.map { try $0.bytes("enc") }).count == 6)
            #expect(Set(try stage.received.map { try $0.bytes("ct") }).count == 6)
        },
        Promise("opened, it is the push as JSON, in the documented order") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app, user: "\(app)")
                // Sent the other way round.
                let push: JSONObject = [
                    "thread_id": "thread", "sound": "default", "badge": 0, "data": ["z": 1, "a": [true, .null, "é/"]],
                    "body": "Body", "title": "Title",
                ]
                #expect(try await stage.send(to: "\(app)", push)["status"] == "sent")
                let documented =
                    #"{"title":"Title","body":"Body","data":{"z":1,"a":[true,null,"é/"]},"badge":0,"#
                    + #""sound":"default","thread_id":"thread"}"#
                #expect(try stage.request(to: device).opened(with: device.keys) == documented)
            }
        },
        Promise("opened, it holds what was sent, and no member besides") { stage in
            let device = try await stage.device(Stage.android)
            let pushes: [JSONObject] = [
                ["title": "Title"], ["body": "Body"], ["title": "Title", "badge": 3],
                ["body": "Body", "data": [:]], ["title": "", "body": "Body", "thread_id": "thread"],
            ]
            for push in pushes { #expect(try await stage.send(to: "user", push)["status"] == "sent") }
            let withNull: JSONObject = ["title": "Title", "body": .null, "data": .null, "badge": .null, "sound": .null]
            #expect(try await stage.send(to: "user", withNull)["status"] == "sent")
            let opened = try stage.requests(to: device).map { try $0.opened(with: device.keys) }
            #expect(opened == pushes.map { JSONValue.object($0).text } + [#"{"title":"Title"}"#])
        },
        Promise("the documented push opens with the documented private key to the documented plaintext") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app, user: "\(app)", keys: try .seed())
                #expect(try await stage.send(to: "\(app)", try documentedPush())["status"] == "sent")
                let request = try stage.request(to: device)
                #expect(try request.envelope?["kid"] == "cHRL-UfvREIeEx3Q")
                #expect(try request.opened(with: device.keys) == SeedVector.plaintext)
            }
        },
    ]
}
