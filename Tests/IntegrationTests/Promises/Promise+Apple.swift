// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxSimulator
import WaxSystem

extension Promise {
    /// What Apple is given.
    static let apple: [Promise] = [
        Promise("Apple gets the placeholder with mutable-content 1, the envelope beside it, and nothing else") {
            stage in
            let device = try await stage.device(Stage.iPhone)
            let request = try await stage.request(secretPush, to: device)
            let hk = try #require(try request.envelope)
            let aps = #"{"alert":{"title":"New notification","body":""},"mutable-content":1}"#
            #expect(try request.json.text == #"{"aps":\#(aps),"hk":\#(JSONValue.object(hk).text)}"#)
            #expect(request.header("apns-push-type") == "alert")
        },
        Promise("Apple reads neither title, body nor data") { stage in
            let device = try await stage.device(Stage.iPhone)
            let request = try await stage.request(secretPush, to: device)
            #expect(Disclosure.found(secrets, in: request.visible).isEmpty)
            #expect(request.readable(secrets).isEmpty)
            #expect(try request.opened(with: device.keys) == JSONValue.object(secretPush).text)
        },
        Promise("Apple reads badge, sound and thread id, and the envelope holds them too") { stage in
            let device = try await stage.device(Stage.iPhone)
            let push: JSONObject = ["title": "Secret title", "badge": 7, "sound": "chime.caf", "thread_id": "orders"]
            let request = try await stage.request(push, to: device)
            let aps = try #require(try request.json["aps"])
            #expect(aps["badge"] == 7)
            #expect(aps["sound"] == "chime.caf")
            #expect(aps["thread-id"] == "orders")
            #expect(try request.opened(with: device.keys) == JSONValue.object(push).text)
        },
        Promise("the documented push makes the documented payload") { stage in
            let device = try await stage.device(Stage.iPhone, keys: try .seed())
            let request = try await stage.request(try documentedPush(), to: device)
            #expect(request.body.starts(with: SeedVector.apnsStart.utf8))
            #expect(request.body.count == 384)
        },
        Promise("the collapse key is Apple's collapse id, and no part of the envelope") { stage in
            let device = try await stage.device(Stage.iPhone)
            let request = try await stage.request(["title": "Title", "collapse_key": "order 42"], to: device)
            #expect(request.header("apns-collapse-id") == "order 42")
            #expect(try request.opened(with: device.keys) == #"{"title":"Title"}"#)
        },
        Promise("a push with the collapse key of an older one takes its place on the phone") { stage in
            let phone = try await stage.phone(Stage.iPhone, user: "user")
            for (title, key) in [("Old", "score"), ("Other", "news"), ("New", "score")] {
                let push: JSONObject = ["title": .string(title), "collapse_key": .string(key)]
                #expect(try await stage.send(to: "user", push)["status"] == "sent")
            }
            #expect(await phone.shown(atLeast: 3, within: .seconds(30)) != nil)
            #expect(phone.present.map(\.title).sorted() == ["New", "Other"])
        },
        Promise("Apple sees the token, the bundle id, the key id and the encapsulated key") { stage in
            let device = try await stage.device(Stage.iPhone)
            let request = try await stage.request(secretPush, to: device)
            #expect(request.path == "/3/device/\(device.token)")
            #expect(request.header("apns-topic") == Stage.bundleID)
            #expect(try request.envelope?["kid"] == device.object["encryption_key_id"])
            #expect(try request.bytes("enc").count == 65)
        },
        Promise("Apple may hold a push as long as its sender says, by default for four weeks") { stage in
            let device = try await stage.device(Stage.iPhone)
            for seconds in [nil, 0, 90] as [Int64?] {
                var push: JSONObject = ["title": "Title"]
                if let seconds { push["ttl_seconds"] = JSONValue(integerLiteral: seconds) }
                #expect(try await stage.send(to: "user", push)["status"] == "sent")
            }
            let now = stage.time.now().seconds
            let ends = try stage.requests(to: device).map { $0.header("apns-expiration") }
            #expect(ends == ["\(now + 28 * 86_400)", "0", "\(now + 90)"])
        },
        Promise("a device without a key gets Apple's plain push, where that is allowed") { stage in
            let device = try await stage.device(Stage.iPhone, withKey: false)
            let push: JSONObject = [
                "title": "Title", "body": "Body", "data": ["aps": "mine"], "badge": 1, "sound": "default",
                "thread_id": "thread",
            ]
            let aps =
                #"{"alert":{"title":"Title","body":"Body"},"badge":1,"sound":"default","thread-id":"thread"}"#
            let request = try await stage.request(push, to: device)
            #expect(String(decoding: request.body, as: UTF8.self) == #"{"aps":\#(aps),"data":{"aps":"mine"}}"#)
        },
    ]

    /// A push of what nobody in between may read.
    static let secretPush: JSONObject = [
        "title": "Titre secret à lire", "body": "Body/with \"quotes\"", "data": ["order": ["number": "4711-4712"]],
    ]
    /// The texts of `secretPush`.
    static let secrets = ["Titre secret", "Body/with \"quotes\"", "quotes", "number", "4711-4712"]

    /// The push of the documented test vector.
    static func documentedPush() throws -> JSONObject {
        try #require(try JSONReader.parse(SeedVector.plaintext).objectValue)
    }
}
