// SPDX-License-Identifier: Apache-2.0
package import WaxStore

/// How many notifications each account sent in a month or on a day.
package struct UsageTable {
    private let sql: any SQLConnection

    package init(_ sql: any SQLConnection) {
        self.sql = sql
    }

    /// How many were sent in `period`, which is YYYYMM or YYYYMMDD.
    package func used(account: Int64, period: Int64) throws -> Int64 {
        try sql.first(
            "SELECT used FROM notification_usage WHERE account = ? AND period = ?",
            [.integer(account), .integer(period)]
        ) { try $0.integer(0) } ?? 0
    }

    /// Counts one more in each of `periods`.
    package func count(account: Int64, periods: [Int64]) throws {
        try sql.executeMany(
            """
            INSERT INTO notification_usage (account, period, used) VALUES (?, ?, 1)
            ON CONFLICT (account, period) DO UPDATE SET used = notification_usage.used + 1
            """, periods
        ) { [.integer(account), .integer($0)] }
    }

    /// Forgets all days before `day` and all months before `month`.
    package func remove(before day: Int64, month: Int64) throws {
        try sql.execute(
            """
            DELETE FROM notification_usage WHERE period < ? OR (period >= ? AND period < ?)
            """, [.integer(month), .integer(Self.firstDay), .integer(day)])
    }

    /// Days have eight digits, months six.
    private static let firstDay: Int64 = 1_000_000
}
