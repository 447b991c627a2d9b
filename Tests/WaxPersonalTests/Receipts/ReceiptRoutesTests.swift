// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxPersonal
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct ReceiptRoutesTests {
    private func notify(
        _ stage: RunnerStage, _ acknowledge: JSONValue = [:], _ more: JSONObject = [:], key: String? = nil
    ) async throws -> Int64 {
        var body = more
        body["acknowledge"] = acknowledge
        let answer = try await stage.rig.notify(body, key: key)
        #expect(answer.status == 201)
        return try #require(answer["id"]?.int64Value)
    }

    private func receipt(_ stage: RunnerStage, _ id: Int64, key: String? = nil) async throws -> PersonalAnswer {
        try await stage.rig.call("GET", "/notifications/receipts/\(id)", key: key)
    }

    private func tap(_ stage: RunnerStage, _ id: Int64, _ action: String = "pw_ack") async throws -> Int {
        try await stage.rig.call(
            "POST", "/notifications/answers/\(id)", key: stage.rig.token, ["action_id": .string(action)]
        ).status
    }

    @Test func theAnswerHasTheReceipt() async throws {
        let stage = try RunnerStage()
        let answer = try await stage.rig.notify([
            "acknowledge": ["repeat_seconds": 30, "expire_seconds": 90], "tags": ["a", "b", "a"],
        ])
        #expect(answer["answerable"] == true)
        let expected: JSONObject = [
            "notification_id": 1, "status": "active", "repeat_seconds": 30, "repeats_sent": 0,
            "expires_at": stage.time(in: .seconds(90)), "created_at": stage.time(in: .zero), "tags": ["a", "b"],
        ]
        #expect(answer["receipt"] == .object(expected))
        #expect(try await receipt(stage, 1).differences(from: expected) == [])
        #expect(try await stage.rig.notify()["receipt"] == nil)
    }

    @Test func aTapAcknowledges() async throws {
        let stage = try RunnerStage()
        try stage.rig.setCredentials()
        try await stage.rig.register("aa")
        let id = try await notify(
            stage, [:], ["collapse_id": "c", "actions": [["id": "ok", "title": "OK"], ["id": "no", "title": "No"]]])
        try stage.endPushes()
        let delivered = stage.now
        try stage.advance(by: .seconds(10))
        #expect(try await tap(stage, id, "no") == 204)
        let answer = try await receipt(stage, id)
        #expect(answer.string("status") == "acknowledged")
        #expect(answer.string("action_id") == "no")
        #expect(answer["acknowledged_at"] == stage.time(in: .zero))
        #expect(answer.string("acknowledged_by")?.hasPrefix("usr_") == true)
        #expect(answer.string("last_delivered_at") == delivered.rfc3339)
        // The first answer counts.
        #expect(try await tap(stage, id, "ok") == 409)
        // Another push of the same collapse id clears the other devices.
        #expect(try stage.rig.store.integers("SELECT count(*) FROM pushes") == [2])
        let last = try stage.rig.store.read { sql, vault in
            try sql.first("SELECT id, content FROM pushes ORDER BY seq DESC") { row in
                let id = try #require(ULID(bytes: try row.blob(0)))
                return try StoredContent(protected: try row.blob(1), of: id, vault)
            }
        }
        let stored = try #require(last)
        #expect(stored.collapseKey == "c")
        guard case .notification(id, let content) = stored.message else {
            Issue.record("not the notification")
            return
        }
        #expect(content.isAcknowledged && content.level == .passive && content.actions.isEmpty)
        #expect(content.title == "Title")
        // And nothing is repeated any more.
        try stage.endPushes()
        try stage.advance(by: .seconds(3600))
        #expect(try stage.rig.store.integers("SELECT count(*) FROM pushes") == [2])
    }

    @Test func repeatsArePushesOfTheSameNotification() async throws {
        let stage = try RunnerStage()
        try stage.rig.setCredentials()
        try await stage.rig.register("aa")
        let id = try await notify(stage, ["repeat_seconds": 30, "expire_seconds": 100])
        #expect(try stage.turn() == stage.now + .seconds(5))
        for count in 1...3 {
            try stage.advance(by: .seconds(30))
            #expect(try await receipt(stage, id)["repeats_sent"] == .number(JSONNumber(count)))
        }
        #expect(try stage.rig.store.integers("SELECT count(*) FROM pushes") == [4])
        #expect(try stage.notificationCount() == 1)
        // One is counted, and only one.
        #expect(try await stage.rig.call("GET", "/auth/me")["notifications_used"] == 1)
        let keys = try stage.rig.store.read { sql, vault in
            try sql.all("SELECT id, content FROM pushes") { row in
                let id = try #require(ULID(bytes: try row.blob(0)))
                return try StoredContent(protected: try row.blob(1), of: id, vault).collapseKey
            }
        }
        #expect(keys == Array(repeating: "pwr_\(id)", count: 4))
        try stage.advance(by: .seconds(10))
        #expect(try await receipt(stage, id).string("status") == "expired")
        #expect(try stage.rig.store.integers("SELECT count(*) FROM pushes") == [4])
    }

    /// Of one receipt at most one alert waits for a provider, and none once somebody reacted.
    @Test(arguments: ["tap", "cancel", "cancel by tag", "supersede"])
    func noAlertWaitsBehindTheEnd(_ end: String) async throws {
        let stage = try RunnerStage()
        try stage.rig.setCredentials()
        try await stage.rig.register("aa")
        let members: JSONObject = ["collapse_id": "alarm", "tags": ["x"]]
        let id = try await notify(stage, [:], members)
        for count in 1...4 {
            if count > 1 { try stage.advance(by: .seconds(60)) }
            #expect(try pushes(stage) == [Int64(count), 1])
        }
        switch end {
        case "tap": #expect(try await tap(stage, id) == 204)
        case "cancel": _ = try await stage.rig.call("POST", "/notifications/receipts/\(id)/cancel")
        case "cancel by tag": _ = try await stage.rig.call("POST", "/notifications/receipts/cancel", ["tag": "x"])
        default: _ = try await notify(stage, [:], members)
        }
        // What clears the devices, or the notification that took its place, is the only one that still goes out.
        #expect(try pushes(stage) == (end.hasPrefix("cancel") ? [4, 0] : [5, 1]))
        #expect(try stage.rig.store.integers("SELECT count(*) FROM pushes WHERE ttl_seconds > 1 AND seq < 5") == [0])
    }

    /// How many pushes there are, and how many of them may still be tried.
    private func pushes(_ stage: RunnerStage) throws -> [Int64] {
        try stage.rig.store.integers("SELECT count(*), sum(ttl_seconds > 1) FROM pushes")
    }

    @Test func repeatsGoOnAfterARestart() async throws {
        let stage = try RunnerStage()
        let id = try await notify(stage)
        stage.rig.store.time.advance(by: .seconds(600))
        try stage.restart()
        try stage.turn()
        #expect(try await receipt(stage, id)["repeats_sent"] == 1)
        try stage.advance(by: .seconds(60))
        #expect(try await receipt(stage, id)["repeats_sent"] == 2)
    }

    @Test func cancelingById() async throws {
        let stage = try RunnerStage()
        let id = try await notify(stage)
        let path = "/notifications/receipts/\(id)/cancel"
        let canceled = try await stage.rig.call("POST", path)
        #expect(canceled.status == 200)
        #expect(canceled.string("status") == "canceled" && canceled.string("cancel_reason") == "api")
        #expect(canceled["canceled_at"] == stage.time(in: .zero))
        try stage.advance(by: .seconds(60))
        // It comes back as it was.
        #expect(try await stage.rig.call("POST", path).body == canceled.body)
        let other = try await notify(stage)
        #expect(try await tap(stage, other) == 204)
        #expect(
            try await stage.rig.call("POST", "/notifications/receipts/\(other)/cancel").string("status")
                == "acknowledged")
    }

    @Test func cancelingByTag() async throws {
        let stage = try RunnerStage()
        let other = try PersonalRig.key(stage.rig.store, "home")
        let ids = [
            try await notify(stage, [:], ["tags": ["disk", "db"]]), try await notify(stage, [:], ["tags": ["disk"]]),
            try await notify(stage, [:], ["tags": ["Disk"]]), try await notify(stage),
            try await notify(stage, [:], ["tags": ["disk"]], key: other),
        ]
        let path = "/notifications/receipts/cancel"
        #expect(try await stage.rig.call("POST", path, ["tag": "disk"]).body == ["canceled": 2])
        #expect(try await stage.rig.call("POST", path, ["tag": "disk"]).body == ["canceled": 0])
        #expect(try await receipt(stage, ids[0]).string("cancel_reason") == "tag")
        #expect(try await receipt(stage, ids[2]).string("status") == "active")
        // The account's own token reaches all of them.
        #expect(try await stage.rig.call("POST", path, key: stage.rig.token, ["tag": "disk"]).body == ["canceled": 1])
        for body in ["{}", #"{"tag":""}"#, #"{"tag":"a b"}"#, #"{"tag":"é"}"#, #"{"tag":7}"#, #"{"tag":null}"#] {
            let answer = try await stage.rig.call("POST", path, json: body)
            #expect(answer.refusal == "422 body.tag", "\(body)")
        }
        #expect(try await stage.rig.call("POST", path, ["tag": "a", "x": 1]).refusal == "422 body.x")
    }

    @Test func aNewerOneTakesThePlaceOfItsPredecessor() async throws {
        let stage = try RunnerStage()
        let other = try PersonalRig.key(stage.rig.store, "home")
        let first = try await notify(stage, [:], ["collapse_id": "disk"])
        let foreign = try await notify(stage, [:], ["collapse_id": "disk"], key: other)
        let plain = try await stage.rig.notify(["collapse_id": "disk"])
        #expect(plain.status == 201)
        #expect(try await receipt(stage, first).string("status") == "active")
        let second = try await notify(stage, [:], ["collapse_id": "disk"])
        let old = try await receipt(stage, first)
        #expect(old.string("status") == "canceled" && old.string("cancel_reason") == "superseded")
        #expect(try await receipt(stage, second).string("status") == "active")
        #expect(try await receipt(stage, foreign, key: other).string("status") == "active")
    }

    @Test func twentyFiveAtATime() async throws {
        let stage = try RunnerStage()
        for number in 0..<Receipt.activeLimit {
            _ = try await notify(stage, [:], ["collapse_id": .string("c\(number)")])
        }
        let count = try stage.notificationCount()
        let refused = try await stage.rig.notify(["acknowledge": [:]])
        #expect(refused.refusal == "409 notification_receipt.limit_exceeded")
        // Nothing of it was kept, and a resend never trips over its own predecessor.
        #expect(try stage.notificationCount() == count)
        _ = try await notify(stage, [:], ["collapse_id": "c7"])
        #expect(try await stage.rig.notify(["acknowledge": [:]]).status == 409)
        #expect(try await tap(stage, 3) == 204)
        _ = try await notify(stage)
        // What has expired does not count, turn or no turn.
        stage.rig.store.time.advance(by: .seconds(3600))
        _ = try await notify(stage)
    }

    @Test func onlyItsSenderSeesIt() async throws {
        let stage = try RunnerStage()
        let other = try PersonalRig.key(stage.rig.store, "home")
        let id = try await notify(stage)
        let plain = try #require(try await stage.rig.notify()["id"]?.int64Value)
        #expect(try await receipt(stage, id, key: stage.rig.token).status == 200)
        for (id, key) in [
            (id, other), (id, stage.rig.organizationKey), (plain, stage.rig.key), (99, stage.rig.key),
        ] {
            #expect(try await receipt(stage, id, key: key).refusal == "404 notification_receipt.not_found")
            #expect(
                try await stage.rig.call("POST", "/notifications/receipts/\(id)/cancel", key: key).refusal
                    == "404 notification_receipt.not_found")
        }
        #expect(try await stage.rig.call("GET", "/notifications/receipts/x").refusal == "422 path.id")
        let none = try PersonalRig.key(stage.rig.store, "home", .personal, .none)
        #expect(try await receipt(stage, id, key: none).refusal == "403 integration_key.permission_denied")
    }

    @Test func oneThatEndedIsKeptForAWeek() async throws {
        let stage = try RunnerStage()
        let id = try await notify(stage)
        #expect(try await tap(stage, id) == 204)
        try stage.advance(by: Receipt.keptFor - .milliseconds(1))
        #expect(try await receipt(stage, id).status == 200)
        try stage.advance(by: .milliseconds(1))
        #expect(try await receipt(stage, id).status == 404)
        let now = stage.now
        try stage.rig.store.write { try PersonalRetention.clean($0, $1, now: now) }
        #expect(try stage.rig.store.integers("SELECT count(*) FROM receipts") == [0])
    }

    @Test func theyCanBeSwitchedOff() async throws {
        var options = PersonalService.Options()
        options.takesReceipts = false
        let stage = try RunnerStage(options)
        #expect(try await stage.rig.notify(["acknowledge": [:]]).refusal == "422 notification_receipt.disabled")
        #expect(
            try await stage.schedule(["acknowledge": [:], "send_at": stage.time(in: .seconds(60))]).refusal
                == "422 notification_receipt.disabled")
        #expect(try await stage.rig.notify().status == 201)
    }

    /// Where devices cannot reach the server, nothing is taken that waits for them.
    @Test(
        arguments: [
            (["acknowledge": [:]], "422 notification.answer_url_unavailable"),
            (
                ["actions": [["id": "a", "title": "A", "text_input": true]]],
                "422 notification.answer_url_unavailable"
            ),
            (["actions": [["id": "a", "title": "A", "text_input": true, "url": "https://example.org/"]]], nil),
            (["actions": [["id": "a", "title": "A"]]], nil), ([:], nil),
        ] as [(JSONObject, String?)])
    func withoutAnswers(_ members: JSONObject, _ refusal: String?) async throws {
        var options = PersonalService.Options()
        options.takesAnswers = false
        let stage = try RunnerStage(options)
        var scheduled = members
        scheduled["send_at"] = stage.time(in: .seconds(60))
        for answer in [try await stage.rig.notify(members), try await stage.schedule(scheduled)] {
            #expect(refusal == nil ? answer.status == 201 : answer.refusal == refusal)
        }
    }

    @Test func nothingIsReadableInTheDatabase() async throws {
        let stage = try RunnerStage()
        let id = try await notify(stage, [:], ["collapse_id": "needle", "tags": ["needle"]])
        #expect(try await tap(stage, id) == 204)
        let blobs = try stage.rig.store.read { sql, _ in
            try sql.first("SELECT details, collapse_lookup FROM receipts") { [try $0.blob(0), try $0.blob(1)] }
        }
        let needle = Array("needle".utf8)
        for blob in try #require(blobs) {
            #expect(
                !(0..<max(0, blob.count - needle.count)).contains { blob[$0..<$0 + needle.count].elementsEqual(needle) }
            )
        }
    }
}
