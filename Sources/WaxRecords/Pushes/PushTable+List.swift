// SPDX-License-Identifier: Apache-2.0
import WaxStore
import WaxSystem

extension PushTable {
    /// At most `limit` pushes that match every filter, newest first, beginning behind number `before`.
    package func list(owner: Owner, filter: PushFilter, before: Int64?, limit: Int) throws -> [Push] {
        var conditions = ["pushes.account = ?", "pushes.mode = ?", "pushes.seq < ?"]
        var values: [SQLValue] = [
            .integer(owner.account), .integer(owner.mode.rawValue), .integer(before ?? .max),
        ]
        func require(_ condition: String, _ value: SQLValue) {
            conditions.append(condition)
            values.append(value)
        }
        if let app = filter.app { require("pushes.app = ?", .integer(app)) }
        if let user = filter.userID {
            require("pushes.seq IN (SELECT push FROM push_users WHERE user_id = ?)", .text(user))
        }
        if let state = filter.state { require("pushes.state = ?", .integer(state.rawValue)) }
        if let since = filter.since { require("pushes.created_at >= ?", SQLValue(since)) }
        if let until = filter.until { require("pushes.created_at < ?", SQLValue(until)) }
        return try sql.all(
            "\(Self.selection) WHERE \(conditions.joined(separator: " AND ")) ORDER BY pushes.seq DESC LIMIT ?",
            values + [.integer(Int64(limit))], Self.push(from:))
    }

    /// The scheduled pushes of an app, and whether another one is being sent.
    package func unfinished(app: Int64) throws -> (scheduled: [Push], isSending: Bool) {
        let scheduled = try sql.all(
            "\(Self.selection) WHERE pushes.app = ? AND pushes.state = ?",
            [.integer(app), .integer(PushState.scheduled.rawValue)], Self.push(from:))
        let sending = try sql.first(
            "SELECT 1 FROM pushes WHERE app = ? AND state IN (?, ?) LIMIT 1",
            [.integer(app), .integer(PushState.queued.rawValue), .integer(PushState.sending.rawValue)]
        ) { _ in true }
        return (scheduled, sending ?? false)
    }
}
