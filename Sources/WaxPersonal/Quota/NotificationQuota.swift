// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxJSON
import WaxRecords
package import WaxStore
package import WaxSystem

/// How many notifications an account may send in a calendar month or on a day, both in UTC.
package struct NotificationQuota: Hashable, Sendable {
    package enum Period: String, Sendable, CaseIterable {
        case month, day
    }

    /// Nothing is refused.
    package static let none = NotificationQuota(period: .month, limit: nil)

    package let period: Period
    /// Nil when there is no cap.
    package let limit: Int64?

    package init(period: Period, limit: Int64?) {
        self.period = period
        self.limit = limit
    }

    /// Reads `off`, `month:500` or `day:5000`.
    package init?(setting text: String) {
        if text == "off" {
            self = .none
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let period = Period(rawValue: String(parts[0])), !parts[1].hasPrefix("+"),
            let limit = Int64(parts[1]), limit > 0
        else { return nil }
        self.init(period: period, limit: limit)
    }

    /// Counts one notification; throws when that is one too many.
    package func take(account: Int64, _ sql: any SQLConnection, now: Timestamp) throws {
        try check(account: account, sql, now: now)
        let calendar = UTCPeriods(now)
        try UsageTable(sql).count(account: account, periods: [calendar.month, calendar.day])
    }

    /// Throws when nothing is left, and counts nothing.
    package func check(account: Int64, _ sql: any SQLConnection, now: Timestamp) throws {
        guard let limit else { return }
        let used = try used(account: account, sql, now: now)
        guard used >= limit else { return }
        let reset = UTCPeriods(now).reset(period)
        throw Problem(
            .quota,
            LocalizedText(
                "the allowance of \(limit) notifications for this \(period.rawValue) is used up",
                "le quota de \(limit) notifications pour \(period == .day ? "la journée" : "le mois") est épuisé"),
            retryAfter: Int(max(1, (reset.milliseconds - now.milliseconds + 999) / 1000)),
            members: [
                "kind": "notifications", "used": .number(JSONNumber(used)), "limit": .number(JSONNumber(limit)),
                "reset_at": .string(reset.rfc3339),
            ])
    }

    /// How many were sent in the present period.
    package func used(account: Int64, _ sql: any SQLConnection, now: Timestamp) throws -> Int64 {
        let calendar = UTCPeriods(now)
        return try UsageTable(sql).used(
            account: account, period: period == .day ? calendar.day : calendar.month)
    }
}
