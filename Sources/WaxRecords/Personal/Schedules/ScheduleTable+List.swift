// SPDX-License-Identifier: Apache-2.0
import WaxStore
package import WaxSystem

extension ScheduleTable {
    /// Which scheduled notifications a list shows.
    package enum Filter: String, Sendable, CaseIterable {
        /// Those still to be sent and those being sent, soonest first; all others have the latest first.
        case scheduled
        case sent, failed, canceled, all

        private static let numbers: [Filter: [ScheduleStatus]] = [
            .scheduled: [.scheduled, .sending], .sent: [.sent], .failed: [.failed], .canceled: [.canceled],
            .all: ScheduleStatus.allCases,
        ]

        fileprivate var statuses: [ScheduleStatus] { Self.numbers[self] ?? [] }
    }

    /// Where a page begins: behind one with this time and number.
    package struct Position: Hashable, Sendable {
        package let time: Timestamp
        package let seq: Int64

        package init(time: Timestamp, seq: Int64) {
            self.time = time
            self.seq = seq
        }
    }

    /// At most `limit` of an account, and of one key only unless `key` is nil.
    ///
    /// Pending ones are in the order of their time, all others by their number.
    package func list(
        account: Int64, key: Int64?, _ filter: Filter, behind position: Position?, limit: Int, now: Timestamp
    ) throws -> [ScheduledNotification] {
        var conditions =
            "account = ? AND status IN (\(filter.statuses.map { "\($0.rawValue)" }.joined(separator: ",")))"
        var values: [SQLValue] = [.integer(account)]
        if let key {
            conditions += " AND integration_key = ?"
            values.append(.integer(key))
        }
        // What is kept no longer is not shown either, before it is removed.
        conditions += " AND (ended_at IS NULL OR ended_at > CASE status WHEN ? THEN ? ELSE ? END)"
        values += [
            .integer(ScheduleStatus.canceled.rawValue), SQLValue(now - ScheduledNotification.keptWhenCanceled),
            SQLValue(now - ScheduledNotification.keptFor),
        ]
        if let position {
            conditions += filter == .scheduled ? " AND (send_at, seq) > (?, ?)" : " AND seq < ?"
            if filter == .scheduled { values.append(SQLValue(position.time)) }
            values.append(.integer(position.seq))
        }
        let order = filter == .scheduled ? "send_at, seq" : "seq DESC"
        return try sql.all(
            "\(Self.selection) WHERE \(conditions) ORDER BY \(order) LIMIT ?", values + [.integer(Int64(limit))],
            schedule(from:))
    }
}
