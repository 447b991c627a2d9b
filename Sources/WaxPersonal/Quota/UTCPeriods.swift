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
        let parts = time.rfc3339.prefix(10).split(separator: "-").compactMap { Int64($0) }
        let (year, month) = (parts[0], parts[1])
        self.month = year * 100 + month
        day = self.month * 100 + parts[2]
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        monthReset = Self.start(next.0, next.1, 1)
        dayReset = Self.start(year, month, parts[2]) + .seconds(24 * 3600)
    }

    package func reset(_ period: NotificationQuota.Period) -> Timestamp { period == .day ? dayReset : monthReset }

    private static func start(_ year: Int64, _ month: Int64, _ day: Int64) -> Timestamp {
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let years = String(repeating: "0", count: max(0, 4 - "\(year)".utf8.count)) + "\(year)"
        return Timestamp(rfc3339: "\(years)-\(two(month))-\(two(day))T00:00:00Z") ?? Timestamp(milliseconds: 0)
    }
}
