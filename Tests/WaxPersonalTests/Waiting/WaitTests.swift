// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxPersonal
import WaxRecords
import WaxSystem

/// Requests that wait for an answer or for the end of a receipt.
@Suite struct WaitTests {
    private static let actions: JSONValue = [["id": "yes", "title": "Yes", "text_input": true]]

    private func answer(_ stage: RunnerStage, _ id: Int64, _ query: String = "", key: String? = nil) async throws
        -> PersonalAnswer
    {
        try await stage.rig.call("GET", "/notifications/answers/\(id)\(query)", key: key)
    }

    private func tap(_ stage: RunnerStage, _ id: Int64, text: String? = nil) async throws -> Int {
        var body: JSONObject = ["action_id": "yes"]
        body["text"] = text.map(JSONValue.string)
        return try await stage.rig.call("POST", "/notifications/answers/\(id)", key: stage.rig.token, body).status
    }

    @Test func theFirstAnswerCounts() async throws {
        let stage = try RunnerStage()
        #expect(try await stage.rig.notify(["actions": Self.actions])["answerable"] == true)
        #expect(try await answer(stage, 1).body == ["notification_id": 1, "status": "pending"])
        #expect(try await tap(stage, 1, text: "at once") == 204)
        #expect(try await tap(stage, 1, text: "later") == 409)
        let expected: JSONObject = [
            "notification_id": 1, "status": "answered", "action_id": "yes", "text": "at once",
            "answered_at": stage.time(in: .zero),
        ]
        #expect(try await answer(stage, 1).differences(from: expected) == [])
        // One that is there already is not waited for.
        #expect(try await answer(stage, 1, "?wait=25").differences(from: expected) == [])
    }

    @Test func aWaitEndsWithTheAnswer() async throws {
        let stage = try RunnerStage()
        _ = try await stage.rig.notify(["actions": Self.actions])
        let rig = stage.rig
        async let waited = rig.call("GET", "/notifications/answers/1?wait=25")
        while rig.waiting == 0 { await Task.yield() }
        #expect(rig.service.waits.count == 1)
        #expect(try await tap(stage, 1) == 204)
        #expect(try await waited.string("status") == "answered")
        #expect(rig.service.waits.count == 0 && rig.waiting == 0)
    }

    @Test func aWaitEndsWithItsTime() async throws {
        let stage = try RunnerStage()
        _ = try await stage.rig.notify(["actions": Self.actions, "acknowledge": [:]])
        let rig = stage.rig
        for path in ["/notifications/answers/1?wait=20", "/notifications/receipts/1?wait=20"] {
            async let waited = rig.call("GET", path)
            while rig.waiting == 0 { await Task.yield() }
            rig.store.time.advance(by: .seconds(20))
            rig.wake()
            let status = try await waited.string("status")
            #expect(status == "pending" || status == "active")
        }
    }

    @Test func aWaitEndsWithTheReceipt() async throws {
        let stage = try RunnerStage()
        let rig = stage.rig
        for number in 1...3 {
            _ = try await rig.notify(["acknowledge": ["expire_seconds": 60], "tags": [.string("t\(number)")]])
        }
        async let acknowledged = rig.call("GET", "/notifications/receipts/1?wait=25")
        async let canceled = rig.call("GET", "/notifications/receipts/2?wait=25")
        while rig.waiting < 2 { await Task.yield() }
        #expect(
            try await rig.call("POST", "/notifications/answers/1", key: rig.token, ["action_id": "pw_ack"]).status
                == 204)
        #expect(try await rig.call("POST", "/notifications/receipts/cancel", ["tag": "t2"]).body == ["canceled": 1])
        #expect(try await acknowledged.string("status") == "acknowledged")
        #expect(try await canceled.string("status") == "canceled")
        rig.store.time.advance(by: .seconds(50))
        async let expired = rig.call("GET", "/notifications/receipts/3?wait=25")
        while rig.waiting < 1 { await Task.yield() }
        try stage.advance(by: .seconds(10))
        #expect(try await expired.string("status") == "expired")
    }

    /// What a key waited for is not told once the key is revoked, or has expired.
    @Test(arguments: [false, true]) func aKeyThatEndsHearsNothing(_ isRevoked: Bool) async throws {
        let stage = try RunnerStage()
        let rig = stage.rig
        let key = try PersonalRig.key(rig.store, "home", expiresAt: stage.now + .seconds(10))
        _ = try await rig.notify(["actions": Self.actions, "acknowledge": [:]], key: key)
        async let answer = rig.call("GET", "/notifications/answers/1?wait=25", key: key)
        async let receipt = rig.call("GET", "/notifications/receipts/1?wait=25", key: key)
        while rig.waiting < 2 { await Task.yield() }
        if isRevoked {
            try rig.revoke(key)
        } else {
            rig.store.time.advance(by: .seconds(10))
        }
        #expect(try await tap(stage, 1) == 204)
        let refusal = isRevoked ? "401 token.invalid" : "401 integration_key.expired"
        #expect(try await answer.refusal == refusal)
        #expect(try await receipt.refusal == refusal)
    }

    /// A receipt whose notification is damaged ends, and whoever waits for it hears of it.
    @Test func aWaitEndsWithADamagedNotification() async throws {
        let stage = try RunnerStage()
        let rig = stage.rig
        _ = try await rig.notify(["acknowledge": [:]])
        async let waited = rig.call("GET", "/notifications/receipts/1?wait=25")
        while rig.waiting == 0 { await Task.yield() }
        try rig.store.tamper("UPDATE notifications SET content = x'00'")
        rig.store.time.advance(by: .seconds(60))
        try stage.turn()
        #expect(try await waited.string("status") == "expired")
        #expect(rig.lines.all.contains { $0.contains("a receipt was given up") })
    }

    /// Whether a request may wait is decided before anything is looked at.
    @Test func tooManyWaits() async throws {
        var options = PersonalService.Options()
        options.waitsPerAccount = 1
        let stage = try RunnerStage(options)
        let rig = stage.rig
        _ = try await rig.notify(["actions": Self.actions])
        _ = try await rig.notify(["actions": Self.actions])
        #expect(try await tap(stage, 2) == 204)
        async let waited = rig.call("GET", "/notifications/answers/1?wait=25")
        while rig.waiting == 0 { await Task.yield() }
        for path in [
            "/notifications/answers/1?wait=25", "/notifications/answers/2?wait=1", "/notifications/answers/99?wait=1",
            "/notifications/receipts/99?wait=1",
        ] {
            let refused = try await rig.call("GET", path)
            #expect(refused.refusal == "429 answer_wait.limit_exceeded", "\(path)")
            #expect(refused["retry_after_ms"] == 2000 && refused.headers["retry-after"] == "2")
        }
        // Without a wait, and on another account, everything goes on.
        #expect(try await answer(stage, 2).string("status") == "answered")
        #expect(try await answer(stage, 2, "?wait=0").string("status") == "answered")
        #expect(
            try await answer(stage, 99, "?wait=1", key: rig.organizationKey).refusal
                == "404 notification_answer.not_found")
        #expect(try await tap(stage, 1) == 204)
        #expect(try await waited.status == 200)
        #expect(try await answer(stage, 2, "?wait=25").string("status") == "answered")
    }

    @Test func allTogetherHaveALimit() async throws {
        var options = PersonalService.Options()
        options.waitsInAll = 1
        let stage = try RunnerStage(options)
        let rig = stage.rig
        _ = try await rig.notify(["actions": Self.actions])
        async let waited = rig.call("GET", "/notifications/answers/1?wait=25")
        while rig.waiting == 0 { await Task.yield() }
        let refused = try await answer(stage, 1, "?wait=1", key: rig.organizationKey)
        #expect(refused.refusal == "429 answer_wait.limit_exceeded")
        #expect(try await tap(stage, 1) == 204)
        #expect(try await waited.status == 200)
    }

    /// The server cancels what it does for a client that left: its place is free at once.
    @Test func aClientThatLeftWaitsNoLonger() async throws {
        let stage = try RunnerStage()
        let rig = stage.rig
        _ = try await rig.notify(["actions": Self.actions])
        let request = Task { try await rig.call("GET", "/notifications/answers/1?wait=25") }
        while rig.waiting == 0 { await Task.yield() }
        request.cancel()
        _ = try await request.value
        #expect(rig.service.waits.count == 0 && rig.waiting == 0)
    }

    @Test(arguments: ["26", "-1", "1.5", "x", "", "25s"])
    func otherWaitsAreRefused(_ wait: String) async throws {
        let stage = try RunnerStage()
        _ = try await stage.rig.notify(["actions": Self.actions, "acknowledge": [:]])
        #expect(try await answer(stage, 1, "?wait=\(wait)").refusal == "422 query.wait")
        #expect(try await stage.rig.call("GET", "/notifications/receipts/1?wait=\(wait)").refusal == "422 query.wait")
    }

    @Test func onlyItsSenderIsAnswered() async throws {
        let stage = try RunnerStage()
        let rig = stage.rig
        let other = try PersonalRig.key(rig.store, "home")
        _ = try await rig.notify(["actions": Self.actions])
        _ = try await rig.notify()
        _ = try await rig.notify(["actions": [["id": "open", "title": "Open", "url": "https://a.example"]]])
        #expect(try await answer(stage, 1, key: rig.token).status == 200)
        for (id, key) in [(1, other), (1, rig.organizationKey), (2, rig.key), (3, rig.key), (99, rig.key)]
            as [(Int64, String)]
        {
            #expect(try await answer(stage, id, key: key).refusal == "404 notification_answer.not_found")
        }
        #expect(try await rig.call("GET", "/notifications/answers/1x").refusal == "422 path.id")
        let none = try PersonalRig.key(rig.store, "home", .personal, .none)
        #expect(try await answer(stage, 1, key: none).refusal == "403 integration_key.permission_denied")
        // Kept for thirty days.
        rig.store.time.advance(by: NotificationTable.keptFor - .milliseconds(1))
        #expect(try await answer(stage, 1).status == 200)
        rig.store.time.advance(by: .milliseconds(1))
        #expect(try await answer(stage, 1).refusal == "404 notification_answer.not_found")
    }
}
