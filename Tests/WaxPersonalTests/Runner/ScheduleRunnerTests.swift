// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxPersonal
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxPersonal

/// What becomes of scheduled notifications in the course of time.
@Suite struct ScheduleRunnerTests {
    private static let hourly: JSONObject = ["recurrence": ["cron": "@hourly", "timezone": "UTC"]]

    private func withDevice(_ options: PersonalService.Options = PersonalService.Options()) async throws -> RunnerStage
    {
        let stage = try RunnerStage(options)
        try stage.rig.setCredentials()
        try await stage.rig.register("aa")
        return stage
    }

    @Test func oneIsSentOnceAtItsTime() async throws {
        let stage = try await withDevice()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(60)), "source": "cron"])
        let sendAt = stage.now + .seconds(60)
        #expect(try stage.turn() == stage.now + .seconds(5))
        #expect(try stage.advance(by: .seconds(58)) == sendAt)
        #expect(try stage.notificationCount() == 0)
        try stage.advance(by: .seconds(2))
        #expect(try stage.notificationCount() == 1)
        let sending = try await stage.read(id)
        #expect(sending.string("status") == "sending")
        #expect(sending["notification_id"] == 1 && sending["delivery"] == nil && sending["sent_at"] == nil)
        #expect(sending.string("last_sent_at") == sendAt.rfc3339)
        try stage.turn()
        try stage.endPushes()
        try stage.advance(by: .seconds(1))
        let sent = try await stage.read(id)
        #expect(sent.string("status") == "sent" && sent.string("delivery") == "all")
        #expect(sent.string("sent_at") == sendAt.rfc3339)
        #expect(sent["occurrence"] == nil && sent["reason"] == nil)
        try stage.advance(by: .seconds(3600))
        #expect(try stage.notificationCount() == 1)
        let inbox = try await stage.rig.call("GET", "/notifications", key: stage.rig.token)
        #expect(inbox["items"]?[0]?["source"] == "cron")
        #expect(stage.rig.wakeCount == 1)
    }

    @Test func theEngineTellsTheRunnerOfTheEnd() async throws {
        let stage = try await withDevice()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        try await stage.rig.whileSending(through: PlayedProviders()) {
            try stage.advance(by: .seconds(60))
            while try await stage.read(id).string("status") != "sent" { try await stage.turnWhenTold() }
        }
        #expect(try await stage.read(id).string("delivery") == "all")
    }

    @Test func aSlowPushIsNotWaitedForLongerThanAMinute() async throws {
        let stage = try await withDevice()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        try stage.advance(by: .seconds(60))
        try stage.advance(by: .seconds(59))
        #expect(try await stage.read(id).string("status") == "sending")
        try stage.advance(by: .seconds(1))
        let sent = try await stage.read(id)
        #expect(sent.string("status") == "sent" && sent["delivery"] == nil)
    }

    @Test func withoutADeviceItCountsAsSent() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        let quiet = try await stage.scheduled(["send_at": stage.time(in: .seconds(60)), "push": false])
        try stage.advance(by: .seconds(60))
        let sent = try await stage.read(id)
        #expect(sent.string("status") == "sent" && sent.string("delivery") == "none")
        #expect(sent.string("reason") == "no_apns_token")
        #expect(try await stage.read(quiet).string("reason") == "push_disabled")
    }

    @Test func aSeriesGoesOnUntilItsCount() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled(["recurrence": ["cron": "30 * * * *", "timezone": "UTC", "count": 3]])
        for number in 1...3 {
            try stage.advance(by: .seconds(number == 1 ? 1800 : 3600))
            let answer = try await stage.read(id)
            #expect(answer["occurrence"] == .number(JSONNumber(number)))
            #expect(answer["notification_id"] == .number(JSONNumber(number)))
            #expect(answer.string("status") == (number == 3 ? "sent" : "scheduled"))
            if number < 3 { #expect(answer["send_at"] == stage.time(in: .seconds(3600))) }
        }
        try stage.advance(by: .seconds(36_000))
        #expect(try stage.notificationCount() == 3)
        #expect(try await stage.read(id).string("sent_at") == "2027-01-15T10:30:00.000Z")
    }

    @Test func aSeriesGoesOnUntilItsEnd() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled([
            "recurrence": ["cron": "30 * * * *", "timezone": "UTC", "until": "2027-01-15T09:30:00Z"]
        ])
        try stage.advance(by: .seconds(1800))
        #expect(try await stage.read(id).string("status") == "scheduled")
        try stage.advance(by: .seconds(3600))
        #expect(try await stage.read(id).string("status") == "sent")
        #expect(try stage.notificationCount() == 2)
    }

    @Test func wallClockTimeIsKept() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled(["recurrence": ["cron": "0 9 27-29 3 *", "timezone": "Europe/Berlin"]])
        for (time, next) in [
            ("2027-03-27T08:00:00Z", "2027-03-28T07:00:00.000Z"), ("2027-03-28T07:00:00Z", "2027-03-29T07:00:00.000Z"),
        ] {
            try stage.advance(to: time)
            #expect(try await stage.read(id).string("send_at") == next)
        }
    }

    @Test func aSeriesIsSentAgainWhileItsLastPushIsUnderWay() async throws {
        let stage = try await withDevice()
        let id = try await stage.scheduled(["recurrence": ["cron": "*/15 * * * *", "timezone": "UTC"]])
        try stage.turn()
        #expect(try await stage.read(id).string("status") == "sending")
        try stage.rig.store.tamper("UPDATE scheduled_notifications SET settle_by = settle_by + 86400000")
        try stage.advance(by: .seconds(900))
        #expect(try stage.notificationCount() == 2)
        try stage.endPushes()
        try stage.turn()
        let answer = try await stage.read(id)
        #expect(answer.string("status") == "scheduled" && answer["occurrence"] == 2)
        #expect(answer.string("delivery") == "all")
    }

    /// A server that was down for days sends what fell due once.
    @Test func whatFellDueMeanwhileIsSentOnce() async throws {
        let stage = try RunnerStage()
        let once = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        let series = try await stage.scheduled(Self.hourly)
        stage.rig.store.time.advance(by: .seconds(3 * 86_400 + 100))
        try stage.restart()
        try stage.turn()
        #expect(try stage.notificationCount() == 2)
        #expect(try await stage.read(once).string("status") == "sent")
        let answer = try await stage.read(series)
        #expect(answer["occurrence"] == 1)
        #expect(answer["send_at"] == stage.time(in: .seconds(3500)))
        try stage.turn()
        #expect(try stage.notificationCount() == 2)
    }

    /// A server that died after the change was committed, and before anything was sent.
    @Test func nothingIsSentTwiceAfterACrash() async throws {
        let stage = try await withDevice()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        try stage.advance(by: .seconds(60))
        try stage.restart()
        try stage.turn()
        #expect(try stage.notificationCount() == 1)
        #expect(try stage.rig.store.integers("SELECT count(*) FROM pushes WHERE state = 1") == [1])
        #expect(try await stage.read(id).string("status") == "sending")
        try stage.endPushes()
        try stage.turn()
        #expect(try await stage.read(id).string("status") == "sent")
    }

    /// A server that died before the change was committed has changed nothing at all.
    @Test func nothingIsLostInACrash() async throws {
        struct Crash: Error {}
        let stage = try await withDevice()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        stage.rig.store.time.advance(by: .seconds(60))
        let (service, uid, now) = (stage.rig.service, stage.rig.store.newID(), stage.now)
        #expect(throws: Crash.self) {
            try stage.rig.store.write { sql, vault in
                let dispatch = ScheduleDispatch(
                    sql, vault, quota: service.options.quota, zones: service.zones, calling: service.room)
                #expect(try dispatch.send(id, uid: uid, now: now)?.push != nil)
                throw Crash()
            }
        }
        try stage.restart()
        #expect(try stage.notificationCount() == 0)
        #expect(try stage.rig.store.integers("SELECT count(*) FROM pushes") == [0])
        #expect(try await stage.read(id).string("status") == "scheduled")
        try stage.turn()
        #expect(try stage.notificationCount() == 1)
    }

    @Test func withoutQuotaOneFailsAndASeriesSkips() async throws {
        var options = PersonalService.Options()
        options.quota = try #require(NotificationQuota(setting: "day:2"))
        let stage = try RunnerStage(options)
        let once = try await stage.scheduled(["send_at": stage.time(in: .seconds(3600 * 5))])
        let series = try await stage.scheduled(["recurrence": ["cron": "@hourly", "timezone": "UTC", "count": 3]])
        for _ in 0...4 {
            try stage.turn()
            stage.rig.store.time.advance(by: .seconds(3600))
        }
        try stage.turn()
        let failed = try await stage.read(once)
        #expect(failed.string("status") == "failed" && failed.string("failure_reason") == "quota_exceeded")
        let skipping = try await stage.read(series)
        #expect(skipping.string("status") == "scheduled" && skipping["occurrence"] == 2)
        #expect(try stage.notificationCount() == 2)
        // A new day.
        try stage.advance(to: "2027-01-16T00:00:00Z")
        let ended = try await stage.read(series)
        #expect(ended.string("status") == "sent" && ended["occurrence"] == 3)
        #expect(try await stage.rig.call("GET", "/auth/me")["notifications_used"] == 1)
    }

    @Test func aSeriesThatWasNeverSentHasFailed() async throws {
        var options = PersonalService.Options()
        options.quota = try #require(NotificationQuota(setting: "day:1"))
        let stage = try RunnerStage(options)
        let id = try await stage.scheduled([
            "recurrence": ["cron": "30 * * * *", "timezone": "UTC", "until": "2027-01-15T09:00:00Z"]
        ])
        #expect(try await stage.rig.notify().status == 201)
        try stage.advance(by: .seconds(1800))
        #expect(try await stage.read(id).string("failure_reason") == "quota_exceeded")
    }

    @Test func theEndOfAKeyDropsWhatItScheduled() async throws {
        let stage = try RunnerStage()
        let expiring = try PersonalRig.key(stage.rig.store, "home", expiresAt: stage.now + .seconds(30))
        let revoked = try PersonalRig.key(stage.rig.store, "home")
        let members: JSONObject = ["send_at": stage.time(in: .seconds(60))]
        let ids = [
            try await stage.scheduled(members), try await stage.scheduled(members, key: expiring),
            try await stage.scheduled(members, key: revoked),
            try await stage.scheduled(Self.hourly, key: revoked),
        ]
        try stage.rig.revoke(revoked)
        // At once, not only when it would be sent.
        for id in ids[2...] {
            let answer = try await stage.read(id, key: stage.rig.token)
            #expect(answer.string("status") == "failed" && answer.string("failure_reason") == "key_revoked")
        }
        try stage.advance(by: .seconds(3600))
        #expect(try await stage.read(ids[0]).string("status") == "sent")
        #expect(try await stage.read(ids[1], key: stage.rig.token).string("failure_reason") == "key_revoked")
        #expect(try stage.notificationCount() == 1)
    }

    /// A request looks after its own account; what other accounts' keys left is for the housekeeping.
    @Test func schedulingDropsOrphansOfItsAccountOnly() async throws {
        let stage = try RunnerStage()
        let store = stage.rig.store
        let ending = stage.now + .seconds(30)
        let own = try PersonalRig.key(store, "home", expiresAt: ending)
        let foreign = try PersonalRig.key(store, "acme", .organization, expiresAt: ending)
        let members: JSONObject = ["send_at": stage.time(in: .seconds(600))]
        for key in [own, foreign] { _ = try await stage.scheduled(members, key: key) }
        store.time.advance(by: .seconds(30))
        func statuses() throws -> [Int64] {
            try [1, 2].flatMap { try store.integers("SELECT status FROM scheduled_notifications WHERE seq = \($0)") }
        }
        _ = try await stage.scheduled(members)
        #expect(try statuses() == [4, 1])
        let now = stage.now
        try store.write { try PersonalRetention.clean($0, $1, now: now) }
        #expect(try statuses() == [4, 4])
    }

    @Test func anAcknowledgedOneBeginsItsReceiptWhenItIsSent() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled([
            "send_at": stage.time(in: .seconds(600)), "acknowledge": ["repeat_seconds": 30], "tags": ["x"],
        ])
        try stage.advance(by: .seconds(600))
        let notification = try #require(try await stage.read(id)["notification_id"]?.int64Value)
        let path = "/notifications/receipts/\(notification)"
        let receipt = try await stage.rig.call("GET", path)
        #expect(receipt.string("status") == "active" && receipt["tags"] == ["x"])
        #expect(receipt["created_at"] == stage.time(in: .zero))
        try stage.advance(by: .seconds(30))
        #expect(try await stage.rig.call("GET", path)["repeats_sent"] == 1)
        // Its answer is asked for by the notification's identifier.
        let answer = try await stage.rig.call("GET", "/notifications/answers/\(notification)")
        #expect(answer.string("status") == "pending")
    }

    /// An alert that does not repeat is better than none.
    @Test func withTooManyReceiptsItIsSentWithoutOne() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled([
            "send_at": stage.time(in: .seconds(600)), "acknowledge": ["repeat_seconds": 30],
        ])
        for _ in 0..<Receipt.activeLimit {
            let body: JSONObject = ["title": "t", "body": "b", "acknowledge": ["expire_seconds": 3600]]
            #expect(try await stage.rig.call("POST", "/notifications", body).status == 201)
        }
        try stage.advance(by: .seconds(600))
        let schedule = try await stage.read(id)
        #expect(schedule.string("status") == "sent" && schedule["failure_reason"] == nil)
        let notification = try #require(schedule["notification_id"]?.int64Value)
        #expect(try await stage.rig.call("GET", "/notifications/receipts/\(notification)").status == 404)
        #expect(try await stage.rig.call("GET", "/notifications/answers/\(notification)").status == 200)
    }

    @Test func endedOnesAreKeptForAWeek() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        try stage.advance(by: .seconds(60))
        try stage.advance(by: ScheduledNotification.keptFor - .milliseconds(1))
        #expect(try await stage.read(id).status == 200)
        try stage.advance(by: .milliseconds(1))
        #expect(try await stage.read(id).status == 404)
        let now = stage.now
        try stage.rig.store.write { try PersonalRetention.clean($0, $1, now: now) }
        #expect(try stage.rig.store.integers("SELECT count(*) FROM scheduled_notifications") == [0])
    }

    @Test func aDamagedRowKeepsNoOtherFromBeingSent() async throws {
        let stage = try RunnerStage()
        let ids = [
            try await stage.scheduled(["send_at": stage.time(in: .seconds(50))]),
            try await stage.scheduled(["send_at": stage.time(in: .seconds(60))]),
        ]
        try stage.rig.store.tamper("UPDATE scheduled_notifications SET content = x'00' WHERE seq = 1")
        try stage.advance(by: .seconds(60))
        #expect(try await stage.read(ids[1]).string("status") == "sent")
        #expect(
            try stage.rig.store.integers("SELECT status, failure FROM scheduled_notifications WHERE seq = 1") == [4, 3])
        #expect(try stage.turn() == stage.now + .seconds(5))
    }

    /// The thread itself, by the system's clock.
    @Test func theRunnerTurnsByItself() async throws {
        let stage = try RunnerStage()
        let runner = PersonalRunner(stage.rig.service, client: HTTPClient())
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(60))])
        stage.rig.store.time.advance(by: .seconds(60))
        stage.rig.service.wakeRunner()
        while try await stage.read(id).string("status") != "sent" { await Task.yield() }
        runner.stop()
        #expect(try stage.notificationCount() == 1)
    }
}
