// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxPersonal
import WaxRecords
import WaxStore
import WaxSystem

/// What may be scheduled, row by row. The clock stands at 2027-01-15T08:00:00Z.
@Suite struct ScheduleRequestTests {
    private static let daily: JSONObject = ["cron": "0 9 * * *", "timezone": "Europe/Berlin"]

    private static func recurrence(_ changes: JSONObject) -> JSONObject {
        var recurrence = daily
        for (name, value) in changes { recurrence[name] = value }
        return ["recurrence": .object(recurrence)]
    }

    @Test func theClockStandsWhereTheTestsThink() throws {
        #expect(try RunnerStage().now.rfc3339 == "2027-01-15T08:00:00.000Z")
    }

    /// The body's members, and when it is sent first.
    @Test(
        arguments: [
            (["send_at": "2027-01-15T08:00:00.001Z"], "2027-01-15T08:00:00.001Z"),
            (["send_at": "2027-01-15T10:30:00+02:00"], "2027-01-15T08:30:00.000Z"),
            (["send_at": "2028-01-15T08:00:00Z"], "2028-01-15T08:00:00.000Z"),
            (["send_at": "2027-01-16T00:00:00Z", "recurrence": nil], "2027-01-16T00:00:00.000Z"),
            (["recurrence": ["cron": "0 9 * * *", "timezone": "Europe/Berlin"]], "2027-01-15T08:00:00.000Z"),
            (["recurrence": ["cron": "0 9 * * *", "timezone": "Asia/Tokyo"]], "2027-01-16T00:00:00.000Z"),
            (
                ["send_at": "2027-02-01T08:00:00Z", "recurrence": ["cron": "0 9 * * *", "timezone": "Europe/Berlin"]],
                "2027-02-01T08:00:00.000Z"
            ),
            (
                ["send_at": "2027-02-01T08:00:01Z", "recurrence": ["cron": "0 9 * * *", "timezone": "Europe/Berlin"]],
                "2027-02-02T08:00:00.000Z"
            ),
            (
                ["send_at": nil, "recurrence": ["cron": "@hourly", "timezone": "UTC", "count": 1000]],
                "2027-01-15T08:00:00.000Z"
            ),
            (
                ["recurrence": ["cron": "@daily", "timezone": "UTC", "until": "2027-01-16T00:00:00Z", "count": nil]],
                "2027-01-16T00:00:00.000Z"
            ),
            (["recurrence": ["cron": "*/15 * * * *", "timezone": "UTC"]], "2027-01-15T08:00:00.000Z"),
        ] as [(JSONObject, String)])
    func isTaken(_ members: JSONObject, _ first: String) async throws {
        let stage = try RunnerStage()
        let answer = try await stage.schedule(members)
        #expect(answer.refusal == "201")
        #expect(answer.string("send_at") == first)
        #expect(answer.string("status") == "scheduled")
    }

    @Test(
        arguments: [
            (["send_at": "2027-01-15T08:00:00Z"], "400 scheduled_notification.invalid"),
            (["send_at": "2026-12-31T00:00:00Z"], "400 scheduled_notification.invalid"),
            (["send_at": "2028-01-15T08:00:00.001Z"], "400 scheduled_notification.invalid"),
            ([:], "422 body.send_at"), (["send_at": nil], "422 body.send_at"),
            (["recurrence": nil], "422 body.send_at"),
            (["send_at": "tomorrow"], "422 body.send_at"), (["send_at": "2027-01-16T08:00:00"], "422 body.send_at"),
            (["send_at": "2027-02-30T08:00:00Z"], "422 body.send_at"), (["send_at": 1], "422 body.send_at"),
            (["send_at": ""], "422 body.send_at"),
            (["recurrence": "daily"], "422 body.recurrence"),
            (["recurrence": ["cron": "@daily"]], "422 body.recurrence.timezone"),
            (["recurrence": ["timezone": "UTC"]], "422 body.recurrence.cron"),
            (recurrence(["cron": ""]), "422 body.recurrence.cron"),
            (
                recurrence(["cron": .string("0 9 * * *" + String(repeating: " ", count: 120))]),
                "422 body.recurrence.cron"
            ),
            (recurrence(["cron": 5]), "422 body.recurrence.cron"),
            (recurrence(["timezone": nil]), "422 body.recurrence.timezone"),
            (recurrence(["until": "never"]), "422 body.recurrence.until"),
            (recurrence(["count": 0]), "422 body.recurrence.count"),
            (recurrence(["count": 1001]), "422 body.recurrence.count"),
            (recurrence(["count": "2"]), "422 body.recurrence.count"),
            (recurrence(["every": "day"]), "422 body.recurrence.every"),
            (recurrence(["cron": "9 o'clock"]), "400 scheduled_notification.invalid"),
            (recurrence(["cron": "@reboot"]), "400 scheduled_notification.invalid"),
            (recurrence(["cron": "0 0 30 2 *"]), "400 scheduled_notification.invalid"),
            (recurrence(["cron": "*/14 * * * *"]), "400 scheduled_notification.invalid"),
            (recurrence(["cron": "0,55 0,23 * * *"]), "400 scheduled_notification.invalid"),
            (recurrence(["timezone": "Berlin"]), "400 scheduled_notification.invalid"),
            (recurrence(["timezone": "europe/berlin"]), "400 scheduled_notification.invalid"),
            (recurrence(["timezone": "+01:00"]), "400 scheduled_notification.invalid"),
            (recurrence(["until": "2027-02-01T00:00:00Z", "count": 5]), "400 scheduled_notification.invalid"),
            (recurrence(["until": "2027-01-15T07:59:59Z"]), "400 scheduled_notification.invalid"),
            (["send_at": "2027-01-16T00:00:00Z", "id": 1], "422 body.id"),
            (["send_at": "2027-01-16T00:00:00Z", "title": ""], "422 body.title"),
            (["send_at": "2027-01-16T00:00:00Z", "level": "loud"], "422 body.level"),
            (["send_at": "2027-01-16T00:00:00Z", "tags": ["a"]], "400 notification.invalid"),
            (["send_at": "2027-01-16T00:00:00Z", "encrypted": "pw1.x"], "400 notification.invalid"),
            // The notification's own rules come before those of the time.
            (["send_at": "2020-01-01T00:00:00Z", "tags": ["a"]], "400 notification.invalid"),
        ] as [(JSONObject, String)])
    func isRefused(_ members: JSONObject, _ refusal: String) async throws {
        let stage = try RunnerStage()
        #expect(try await stage.schedule(members).refusal == refusal)
        #expect(try stage.rig.store.integers("SELECT count(*) FROM scheduled_notifications") == [0])
    }

    @Test func everythingComesBack() async throws {
        let stage = try RunnerStage()
        let actions: JSONValue = [["id": "ok", "title": "OK"]]
        let answer = try await stage.schedule([
            "subtitle": "Sub", "url": "https://a.example", "level": "critical", "volume": 0.5, "thread_id": "t",
            "collapse_id": "c", "source": "s", "source_display_name": "S",
            "media": ["type": "image", "url": "https://a.example/a.png"], "icon_url": "https://a.example/i.png",
            "metadata": ["z": "1"], "actions": actions, "acknowledge": ["repeat_seconds": 45], "tags": ["x"],
            "recurrence": ["cron": "0 9 * * *", "timezone": "Europe/Berlin", "count": 3],
        ])
        let expected: JSONObject = [
            "id": 1, "status": "scheduled", "send_at": "2027-01-15T08:00:00.000Z",
            "created_at": "2027-01-15T08:00:00.000Z", "title": "Title", "subtitle": "Sub", "body": "Body",
            "url": "https://a.example", "level": "critical", "thread_id": "t", "source": "s",
            "source_display_name": "S", "volume": 0.5, "collapse_id": "c",
            "media": ["url": "https://a.example/a.png", "type": "image"], "icon_url": "https://a.example/i.png",
            "metadata": ["z": "1"], "actions": actions,
            "acknowledge": ["repeat_seconds": 45, "expire_seconds": 3600, "action_title": "Acknowledge"],
            "tags": ["x"], "recurrence": ["cron": "0 9 * * *", "timezone": "Europe/Berlin", "count": 3],
            "occurrence": 0,
        ]
        #expect(answer.differences(from: expected) == [])
        #expect(try await stage.read(1).differences(from: expected) == [])
    }

    @Test func ofASealedOneThereIsThePlaceholder() async throws {
        let stage = try RunnerStage()
        let envelope = try VectorFile().envelope("ascii_minimal")
        let answer = try await stage.rig.call(
            "POST", "/notifications/scheduled",
            ["encrypted": .string(envelope), "title": "", "send_at": stage.time(in: .seconds(60))])
        #expect(answer.status == 201)
        #expect(answer.string("title") == "Encrypted notification")
        #expect(answer.string("encrypted") == envelope)
        #expect(answer["url"] == nil)
        let refused = try await stage.rig.call(
            "POST", "/notifications/scheduled", key: stage.rig.organizationKey,
            ["encrypted": .string(envelope), "send_at": stage.time(in: .seconds(60))])
        #expect(refused.refusal == "422 notification.encryption_unavailable")
    }

    @Test func aKeyThatOnlySendsMayNotSchedule() async throws {
        let stage = try RunnerStage()
        let key = try PersonalRig.key(stage.rig.store, "home", .personal, .send)
        for (method, path) in [
            ("POST", ""), ("GET", ""), ("GET", "/1"), ("DELETE", "/1"),
        ] {
            let answer = try await stage.rig.call(method, "/notifications/scheduled\(path)", key: key, json: "{}")
            #expect(answer.refusal == "403 integration_key.permission_denied")
            #expect(answer.string("detail") == "insufficient permissions: requires notifications:schedule")
        }
    }

    @Test func twentyFivePending() async throws {
        let stage = try RunnerStage()
        let other = try PersonalRig.key(stage.rig.store, "home")
        let members: JSONObject = ["send_at": stage.time(in: .seconds(60))]
        for number in 0..<ScheduledNotification.pendingLimit {
            _ = try await stage.scheduled(members, key: number.isMultiple(of: 2) ? nil : other)
        }
        #expect(try await stage.schedule(members).refusal == "409 scheduled_notification.limit_exceeded")
        #expect(try await stage.rig.call("DELETE", "/notifications/scheduled/1").status == 204)
        _ = try await stage.scheduled(members)
        #expect(try await stage.schedule(members).status == 409)
        // Those of an account are not another's.
        #expect(try await stage.schedule(members, key: stage.rig.organizationKey).status == 201)
        // Nor do those count that have been sent, or whose key is gone.
        let now = stage.now
        try stage.rig.store.write { sql, vault in
            let keys = IntegrationKeyTable(sql, vault)
            let secret = try #require(IntegrationSecret(other))
            try keys.revoke(try #require(try keys.find(secret)), now: now)
        }
        _ = try await stage.scheduled(members)
        try stage.advance(by: .seconds(60))
        #expect(try stage.rig.store.integers("SELECT count(*) FROM scheduled_notifications WHERE due_at > 0") == [0])
    }

    @Test func anAccountThatIsOutOfQuotaSchedulesNothing() async throws {
        var options = PersonalService.Options()
        options.quota = try #require(NotificationQuota(setting: "day:1"))
        let stage = try RunnerStage(options)
        _ = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        #expect(try await stage.rig.notify().status == 201)
        let refused = try await stage.schedule(["send_at": stage.time(in: .seconds(60))])
        #expect(refused.refusal == "429 quota.exceeded")
        #expect(refused["kind"] == "notifications")
    }

    @Test func nothingIsReadableInTheDatabase() async throws {
        let stage = try RunnerStage()
        _ = try await stage.scheduled(["title": "needle", "source": "needle", "send_at": stage.time(in: .seconds(60))])
        let content = try stage.rig.store.read { sql, _ in
            try sql.first("SELECT content FROM scheduled_notifications") { try $0.blob(0) }
        }
        let (bytes, needle) = (try #require(content), Array("needle".utf8))
        #expect(!(0..<bytes.count - needle.count).contains { bytes[$0..<$0 + needle.count].elementsEqual(needle) })
    }
}
