// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSimulator

/// Personal notifications from the sender to the phone, through a real server.
@Suite(.bounded, .timeLimit(.minutes(3))) struct PersonalNotificationTests {
    private static let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    private static let placeholder = "Encrypted notification"

    private struct Phones {
        let all: [(name: String, phone: SimulatedPhone, isSealed: Bool)]

        init(_ stage: PersonalStage) async throws {
            all = [
                ("iPhone", try await stage.phone(Stage.iPhone, withKey: false), false),
                ("iPhone with a key", try await stage.phone(Stage.iPhone, withKey: true), true),
                ("Android", try await stage.phone(Stage.android, withKey: false), false),
                ("Android with a key", try await stage.phone(Stage.android, withKey: true), true),
            ]
        }

        /// What each phone shows last, once it has shown so many.
        func shown(_ count: Int) async throws -> [(name: String, shown: ShownNotification, isSealed: Bool)] {
            var last: [(name: String, shown: ShownNotification, isSealed: Bool)] = []
            for (name, phone, isSealed) in all {
                guard let shown = await phone.shown(atLeast: count, within: .seconds(30))?.last else {
                    throw TestFailure("\(name) shows nothing")
                }
                last.append((name, shown, isSealed))
            }
            return last
        }
    }

    @Test func plainText() async throws {
        let stage = try await PersonalStage()
        let phones = try await Phones(stage)
        let answer = try await stage.sender.make(
            "POST", "/notifications",
            [
                "title": "Door", "subtitle": "Front", "body": "Open", "level": "time-sensitive", "thread_id": "house",
                "actions": [["id": "close", "title": "Close"]], "metadata": ["camera": "3"],
            ])
        #expect(answer.status == 201)
        #expect(answer["delivery"] == "all" && answer["pushed"] == true && answer["answerable"] == true)
        for (name, shown, isSealed) in try await phones.shown(1) {
            #expect(shown.title == "Door" && shown.subtitle == "Front" && shown.body == "Open", "\(name)")
            #expect(shown.threadID == "house" && shown.wasEncrypted == isSealed && shown.openedEnvelope == isSealed)
            #expect(shown.notification?["id"] == answer["id"] && shown.notification?["level"] == "time-sensitive")
            #expect(shown.notification?["metadata"] == ["camera": "3"])
        }
        // Of a phone with a key the providers see nothing.
        for push in stage.simulator.received {
            let text = String(decoding: push.body, as: UTF8.self)
            let isSealed = text.contains("hk")
            for word in ["Door", "Front", "Open", "house", "close", "camera", "time-sensitive"] {
                #expect(text.contains(word) != isSealed, "\(word)")
            }
        }
        // A tap.
        let id = try #require(answer["id"]?.int64Value)
        #expect(try await stage.app.call("POST", "/notifications/answers/\(id)", ["action_id": "close"]).status == 204)
        #expect(try await stage.app.call("POST", "/notifications/answers/\(id)", ["action_id": "close"]).status == 409)
    }

    @Test func bothSeals() async throws {
        let stage = try await PersonalStage()
        let phones = try await Phones(stage)
        let key = try PW1Key(Self.key)
        func send(_ text: String) async throws {
            let envelope = try PW1Envelope.seal(PW1Content(title: text, body: "and its body"), with: key)
            let answer = try await stage.sender.make(
                "POST", "/notifications", ["encrypted": .string(envelope.text), "level": "critical"])
            #expect(answer["delivery"] == "all")
            #expect(answer["title"]?.stringValue == Self.placeholder)
        }
        try await send("Nobody reads this")
        for (name, shown, isSealed) in try await phones.shown(1) {
            #expect(shown.title == Self.placeholder && !shown.openedNotification, "\(name)")
            #expect(shown.wasEncrypted == isSealed && shown.openedEnvelope == isSealed)
        }
        for (_, phone, _) in phones.all { phone.addNotificationKey(key) }
        try await send("I read this")
        for (name, shown, isSealed) in try await phones.shown(2) {
            #expect(shown.title == "I read this" && shown.body == "and its body" && shown.openedNotification, "\(name)")
            #expect(shown.wasEncrypted == isSealed)
        }
        for push in stage.simulator.received {
            let text = String(decoding: push.body, as: UTF8.self)
            #expect(!text.contains("reads this") && !text.contains("I read"))
            #expect(text.contains("critical") != text.contains("hk"))
        }
        // The history holds the envelopes, and the account's app opens them.
        let list = try await stage.app.get("/notifications")
        let envelopes = (list["items"]?.arrayValue ?? []).compactMap { $0["encrypted"]?.stringValue }
        let areThose =
            try envelopes.map { try PW1Envelope($0).open(with: key).title } == [
                "I read this", "Nobody reads this",
            ]
        #expect(areThose)
    }

    /// The largest envelope reaches every phone, and those with a key without the outer seal.
    @Test func theLargestEnvelope() async throws {
        let stage = try await PersonalStage()
        let phones = try await Phones(stage)
        let key = try PW1Key(Self.key)
        for (_, phone, _) in phones.all { phone.addNotificationKey(key) }
        let frame = #"{"title":"Log","body":""}"#.utf8.count
        let body = String(repeating: "z", count: PW1Envelope.maximumPlaintext - frame)
        let envelope = try PW1Envelope.seal(PW1Content(title: "Log", body: body), with: key)
        #expect(envelope.text.utf8.count == PW1Envelope.maximumLength)
        let answer = try await stage.sender.make("POST", "/notifications", ["encrypted": .string(envelope.text)])
        #expect(answer["delivery"] == "all")
        for (name, shown, _) in try await phones.shown(1) {
            #expect(
                shown.title == "Log" && shown.body == body && shown.openedNotification && !shown.wasEncrypted, "\(name)"
            )
        }
    }

    @Test func twoAPIsAtOnePort() async throws {
        let stage = try await PersonalStage()
        let push = APIClient(url: stage.server.url, key: try await stage.server.makeKey(mode: "test"))
        #expect(try await push.call("GET", "/v1/push/apps").status == 200)
        #expect(try await push.call("GET", "/auth/me").body["code"] == "NOT_FOUND")
        let personal = try await stage.sender.call("GET", "/v1/push/apps")
        #expect(personal.status == 404 && personal.body["type"] == "about:blank")
        #expect(try await stage.sender.get("/auth/me")["nickname"] == "home")
        #expect(try await stage.sender.call("GET", "/health").body == ["status": "ok"])
        // What the server refuses before an API is asked.
        let long = try await stage.sender.call(
            "POST", "/notifications", bytes: [UInt8](repeating: 0x20, count: 300 * 1024))
        #expect(long.status == 413 && long.headers["content-type"] == "application/problem+json")
    }
}
