// SPDX-License-Identifier: Apache-2.0
import WaxStore
package import WaxSystem

extension ScheduleTable {
    /// Which scheduled notifications a list shows.
    package enum Filter: String, Sendable, CaseIterable {
        /// Those still to be sent and those being sent, soonest first; all others have the latest first.
        case scheduled
        case sent, failed, canceled, all

        fileprivate var statuses: [ScheduleStatus] {
            switch self {
            case .scheduled: [.scheduled, .sending]
            case .sent: [.sent]
            case .failed: [.failed]
            case .canceled: [.canceled]
            case .all: ScheduleStatus.allCases
            }
        }

        /// The order of the list, and what is behind a position in it.
        fileprivate var order: String { self == .scheduled ? "send_at, seq" : "seq DESC" }
        fileprivate func behind(_ position: Position) -> (condition: String, values: [SQLValue]) {
            self == .scheduled
                ? ("(send_at, seq) > (?, ?)", [SQLValue(position.time), .integer(position.seq)])
                : ("seq < ?", [.integer(position.seq)])
        }
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
            let rest = filter.behind(position)
            conditions += " AND \(rest.condition)"
            values += rest.values
        }
        return try sql.all(
            "\(Self.selection) WHERE \(conditions) ORDER BY \(filter.order) LIMIT ?", values + [.integer(Int64(limit))],
            schedule(from:))
    }
}
