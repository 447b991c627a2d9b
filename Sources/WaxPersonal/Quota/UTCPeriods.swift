// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// The calendar month and the day in which a moment lies, in UTC.
package struct UTCPeriods: Hashable, Sendable {
    /// As YYYYMM.
    package let month: Int64
    /// As YYYYMMDD.
    package let day: Int64
    /// When the next month begins.
    package let monthReset: Timestamp
    /// When the next day begins.
    package let dayReset: Timestamp

    package init(_ time: Timestamp) {
        let days = time.seconds.floorDivided(by: Self.daySeconds)
        let date = CivilDate(daysSinceEpoch: days)
        month = Int64(date.year * 100 + date.month)
        day = month * 100 + Int64(date.day)
        dayReset = Self.start(ofDay: days + 1)
        let restOfMonth = CivilDate.length(ofMonth: date.month, year: date.year) - date.day
        monthReset = Self.start(ofDay: days + Int64(restOfMonth) + 1)
    }

    package func reset(_ period: NotificationQuota.Period) -> Timestamp { period == .day ? dayReset : monthReset }

    private static let daySeconds: Int64 = 24 * 3600

    /// When a day begins, by its number since 1970-01-01.
    private static func start(ofDay days: Int64) -> Timestamp { Timestamp(milliseconds: days * daySeconds * 1000) }
}
