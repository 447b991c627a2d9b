// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxPersonal
import WaxSystem

@Suite struct NotificationQuotaTests {
    private static func rig(_ period: NotificationQuota.Period, _ limit: Int64) throws -> PersonalRig {
        var options = PersonalService.Options()
        options.quota = NotificationQuota(period: period, limit: limit)
        let rig = try PersonalRig(options)
        rig.store.time.setCalendar(to: try #require(Timestamp(rfc3339: "2026-11-30T22:00:00Z")))
        return rig
    }

    @Test func aDay() async throws {
        let rig = try Self.rig(.day, 2)
        #expect(try await rig.notify().status == 201)
        #expect(try await rig.notify(["push": false]).status == 201)
        let refused = try await rig.notify()
        #expect(refused.refusal == "429 quota.exceeded")
        #expect(refused["kind"] == "notifications" && refused["used"] == 2 && refused["limit"] == 2)
        #expect(refused["reset_at"] == "2026-12-01T00:00:00.000Z")
        #expect(refused.headers["retry-after"] == "7200" && refused["retry_after_ms"] == 7_200_000)
        // Another account has its own.
        #expect(try await rig.notify(key: rig.organizationKey).status == 201)
        // What is refused does not count.
        let me = try await rig.call("GET", "/auth/me")
        #expect(me["notifications_used"] == 2 && me["notifications_limit"] == 2)
        #expect(me["quota_resets_day_at"] == "2026-12-01T00:00:00.000Z" && me["quota_resets_at"] == nil)
        rig.store.time.advance(by: .seconds(7200))
        #expect(try await rig.notify().status == 201)
    }

    @Test func aMonth() async throws {
        let rig = try Self.rig(.month, 1)
        #expect(try await rig.notify().status == 201)
        #expect(try await rig.notify()["reset_at"] == "2026-12-01T00:00:00.000Z")
        let me = try await rig.call("GET", "/auth/me")
        #expect(me["notifications_used_month"] == 1 && me["quota_period_month"] == 202_611)
        #expect(me["quota_resets_at"] == "2026-12-01T00:00:00.000Z" && me["quota_resets_day_at"] == nil)
        rig.store.time.advance(by: .seconds(7200))
        #expect(try await rig.call("GET", "/auth/me")["quota_period_month"] == 202_612)
        #expect(try await rig.notify().status == 201)
        rig.store.time.advance(by: .seconds(24 * 3600))
        #expect(try await rig.notify().status == 429)
    }

    @Test func whatIsRefusedForAnotherReasonDoesNotCount() async throws {
        let rig = try Self.rig(.day, 1)
        #expect(try await rig.notify(["level": "x"]).status == 422)
        #expect(try await rig.notify(["url": "x"]).status == 400)
        #expect(try await rig.notify().status == 201)
    }

    @Test(arguments: [
        ("off", NotificationQuota.none), ("month:500", NotificationQuota(period: .month, limit: 500)),
        ("day:1", NotificationQuota(period: .day, limit: 1)),
    ])
    func settings(_ text: String, _ quota: NotificationQuota) {
        #expect(NotificationQuota(setting: text) == quota)
    }

    @Test(arguments: ["", "on", "500", "month", "month:", "month:0", "day:-1", "day:+1", "week:5", "day:1:2", "day: 1"])
    func wrongSettings(_ text: String) {
        #expect(NotificationQuota(setting: text) == nil)
    }
}
