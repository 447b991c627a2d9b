// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON
import WaxSimulator
import WaxSystem

@Suite(.bounded, .timeLimit(.minutes(4))) struct PayloadSizeTests {
    /// The largest sealed plaintext on each platform, in bytes: with the default placeholder and nothing else on iOS.
    @Test(arguments: [(Stage.iPhone, 2892, "ios"), (Stage.android, 2952, "android")])
    func theLargestPushArrivesAndALargerOneIsRefused(
        _ app: SimulatedApp, largest: Int, platform: String
    ) async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(app, user: "user")
        let largestPush = Self.push(plaintextBytes: largest)
        #expect(try await stage.send(to: "user", largestPush)["status"] == "sent")
        let shown = try #require(await phone.shown(atLeast: 1, within: .seconds(30))?.first)
        #expect(shown.openedEnvelope)
        #expect(shown.body == largestPush["body"]?.stringValue)
        // APNs counts the body, FCM the names and values of the data.
        let body = try #require(stage.received.first?.body)
        let data = try JSONReader.parse(body)["message"]?["data"]?["hk"]?.stringValue
        #expect(data.map { $0.utf8.count + 2 } ?? body.count == 4096)

        for excess in [1, 2, 3, 4, 100, 20_000] {
            let push = stage.push(to: "user", Self.push(plaintextBytes: largest + excess))
            let answer = try await stage.api.call("POST", "/v1/push", push)
            #expect(answer.status == 422)
            #expect(answer["code"] == "PUSH_PAYLOAD_TOO_LARGE")
            let details = try #require(answer["details"])
            #expect(details["cut_bytes"] == .number(JSONNumber(excess)))
            #expect(details["limit_bytes"] == 4096)
            #expect(details["size_bytes"]?.int64Value ?? 0 > 4096)
            #expect(details["platform"]?.stringValue == platform)
            #expect(details["encrypted"] == true)
        }
        #expect(stage.received.count == 1)
    }

    /// Bytes are counted, and what JSON escapes counts as escaped.
    @Test func whatIsCutIsEnough() async throws {
        let stage = try await Stage()
        _ = try await stage.phone(Stage.iPhone, user: "user")
        for text in ["é", "🐦", "\"", "\n"] {
            var count = 3000
            let answer = try await stage.api.call("POST", "/v1/push", stage.push(to: "user", Self.push(text, count)))
            let cut = try #require(answer["details"]?["cut_bytes"]?.int64Value)
            let unit = JSONValue.string(text).compact.count - 2
            count -= (Int(cut) + unit - 1) / unit
            #expect(try await stage.send(to: "user", Self.push(text, count))["status"] == "sent")
            let larger = try await stage.api.call(
                "POST", "/v1/push", stage.push(to: "user", Self.push(text, count + 1)))
            #expect(larger["code"] == "PUSH_PAYLOAD_TOO_LARGE")
        }
    }

    @Test func whatNoLongerFitsWhenItIsSentIsRefusedForThatDevice() async throws {
        let stage = try await Stage()
        // Fits as plain text and not in an envelope.
        let push = Self.push(plaintextBytes: 3500)
        let changing = try await stage.phone(Stage.iPhone, user: "user", withKey: false)
        let plain = try await stage.phone(Stage.android, user: "user", withKey: false)
        let finished = try await Self.schedule(push, to: "user", stage) {
            try await stage.register(changing, user: "user")
        }
        #expect(finished["status"] == "sent")
        #expect(finished["counts"] == ["queued": 0, "sent": 1, "failed": 0, "refused": 1])
        let deliveries = try await stage.api.deliveries(finished.string("id"))
        let refused = try #require(deliveries.first { $0["status"] == "refused" })
        #expect(refused["platform"] == "ios")
        #expect(refused["error_code"] == "PUSH_PAYLOAD_TOO_LARGE")
        #expect(await plain.shown(atLeast: 1, within: .seconds(30))?.count == 1)
        #expect(changing.received.isEmpty)
        #expect(stage.received.count == 1)
    }

    @Test func aPlaceholderThatGrewIsCountedWhenItIsSent() async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(Stage.iPhone, user: "user")
        let finished = try await Self.schedule(Self.push(plaintextBytes: 2892), to: "user", stage) {
            try await stage.api.make(
                "PATCH", "/v1/push/apps/\(stage.appID)", ["placeholder_title": "A longer notification"]
            ).body
        }
        #expect(finished["status"] == "failed")
        #expect(finished["error_code"] == "PUSH_PAYLOAD_TOO_LARGE")
        #expect(finished["counts"] == ["queued": 0, "sent": 0, "failed": 0, "refused": 1])
        #expect(phone.received.isEmpty)
        #expect(stage.received.isEmpty)
    }

    /// Schedules a push, changes something before it is due, and waits for its end.
    ///
    /// On a machine that was too slow for that, the push is scheduled further ahead.
    private static func schedule(
        _ push: JSONObject, to user: String, _ stage: Stage, change: () async throws -> JSONValue
    ) async throws -> APIClient.Answer {
        for lead in [Duration.seconds(2), .seconds(10), .seconds(30)] {
            let due = SystemTime().now() + lead
            var scheduled = stage.push(to: user, push)
            scheduled["scheduled_at"] = .string(due.rfc3339)
            let id = try await stage.api.send(scheduled)
            let changed = try await change()
            let time = try #require(changed["updated_at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) })
            if time < due { return try await stage.api.finished(id) }
        }
        throw TestFailure("the machine is too slow")
    }

    /// A push of a body alone, whose JSON takes so many bytes.
    private static func push(plaintextBytes count: Int) -> JSONObject { push("x", count - #"{"body":""}"#.utf8.count) }

    private static func push(_ text: String, _ count: Int) -> JSONObject {
        ["body": .string(String(repeating: text, count: count))]
    }
}
