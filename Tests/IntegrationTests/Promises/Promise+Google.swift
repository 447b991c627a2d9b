// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxJSON
import WaxSimulator

extension Promise {
    /// What Google is given.
    static let google: [Promise] = [
        Promise("Google gets the envelope alone: data.hk as text, and no notification block") { stage in
            let device = try await stage.device(Stage.android)
            let request = try await stage.request(fullPush, to: device)
            let message = try #require(try request.json["message"]?.objectValue)
            #expect(message.keys.sorted() == ["android", "data", "token"])
            let data = try #require(message["data"]?.objectValue)
            #expect(data.keys == ["hk"])
            #expect(data["hk"]?.stringValue == (try request.envelope.map { JSONValue.object($0).text }))
            #expect(message["android"]?.objectValue?.keys.sorted() == ["priority", "ttl"])
        },
        Promise("Google reads neither title, body, data, badge, sound nor thread id") { stage in
            let device = try await stage.device(Stage.android)
            let request = try await stage.request(fullPush, to: device)
            let hidden = secrets + ["secret-thread", "secret-chime", "1234567"]
            #expect(Disclosure.found(hidden, in: request.visible).isEmpty)
            #expect(request.readable(hidden).isEmpty)
            #expect(try request.opened(with: device.keys) == JSONValue.object(fullPush).text)
        },
        Promise("the collapse key is Google's collapse key, and no part of the envelope") { stage in
            let device = try await stage.device(Stage.android)
            let request = try await stage.request(["title": "Title", "collapse_key": "order 42"], to: device)
            #expect(try request.json["message"]?["android"]?["collapse_key"] == "order 42")
            #expect(try request.opened(with: device.keys) == #"{"title":"Title"}"#)
        },
        Promise("a push is of high priority unless its sender says normal") { stage in
            let android = try await stage.device(Stage.android)
            let iPhone = try await stage.device(Stage.iPhone)
            for priority in [nil, "high", "normal"] as [JSONValue?] {
                var push: JSONObject = ["title": "Title"]
                if let priority { push["priority"] = priority }
                #expect(try await stage.send(to: "user", push)["status"] == "sent")
            }
            let google = try stage.requests(to: android).map { try $0.json["message"]?["android"]?["priority"] }
            #expect(google == ["HIGH", "HIGH", "NORMAL"])
            #expect(try stage.requests(to: iPhone).map { $0.header("apns-priority") } == ["10", "10", "5"])
        },
        Promise("Google sees the token, the project id, the key id and the encapsulated key") { stage in
            let device = try await stage.device(Stage.android)
            let request = try await stage.request(fullPush, to: device)
            #expect(request.path == "/v1/projects/\(Stage.projectID)/messages:send")
            #expect(try request.json["message"]?["token"]?.stringValue == device.token)
            #expect(try request.envelope?["kid"] == device.object["encryption_key_id"])
            #expect(try request.bytes("enc").count == 65)
        },
        Promise("Google may hold a push as long as its sender says, by default for four weeks") { stage in
            let device = try await stage.device(Stage.android)
            for seconds in [nil, 0, 90] as [Int64?] {
                var push: JSONObject = ["title": "Title"]
                if let seconds { push["ttl_seconds"] = JSONValue(integerLiteral: seconds) }
                #expect(try await stage.send(to: "user", push)["status"] == "sent")
            }
            let spans = try stage.requests(to: device).map { try $0.json["message"]?["android"]?["ttl"] }
            #expect(spans == ["2419200s", "0s", "90s"])
        },
        Promise("a device without a key gets Google's plain notification, whose tag is the thread id") { stage in
            let device = try await stage.device(Stage.android, withKey: false)
            let push: JSONObject = ["title": "Title", "body": "Body", "data": ["order": "42"], "thread_id": "thread"]
            let message = try #require(try await stage.request(push, to: device).json["message"])
            #expect(message["notification"] == ["title": "Title", "body": "Body"])
            #expect(message["data"] == ["order": "42"])
            #expect(message["android"]?["notification"]?["tag"] == "thread")
        },
        Promise("an encrypted push with the thread id of an older one takes its place, as a plain one does") { stage in
            for withKey in [true, false] {
                let phone = try await stage.phone(Stage.android, user: "user \(withKey)", withKey: withKey)
                for (title, thread) in [("Old", "score"), ("Other", "news"), ("New", "score")] {
                    let push: JSONObject = ["title": .string(title), "thread_id": .string(thread)]
                    #expect(try await stage.send(to: "user \(withKey)", push)["status"] == "sent")
                }
                #expect(await phone.shown(atLeast: 3, within: .seconds(30)) != nil)
                #expect(phone.present.map(\.title).sorted() == ["New", "Other"])
            }
        },
    ]

    /// A push with all that an envelope holds.
    static let fullPush: JSONObject = {
        var push = secretPush
        push["badge"] = 1_234_567
        push["sound"] = "secret-chime"
        push["thread_id"] = "secret-thread"
        return push
    }()
}
