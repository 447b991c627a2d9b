// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxStore

extension DeviceTable {
    /// At most `limit` devices that match every filter, newest first, beginning behind number `before`.
    package func list(owner: Owner, filter: DeviceFilter, before: Int64?, limit: Int) throws -> [Device] {
        // App by app, each along its index: one question for all of them would sort every device of the account.
        let apps = try sql.all(
            "SELECT seq FROM push_apps WHERE account = ? AND mode = ? AND (? < 0 OR seq = ?)",
            [
                .integer(owner.account), .integer(owner.mode.rawValue), .integer(filter.app ?? -1),
                .integer(filter.app ?? -1),
            ]
        ) { try $0.integer(0) }
        var found: [Int64] = []
        for app in apps {
            found += try seqs(in: app, filter: filter, before: before ?? .max, limit: limit)
        }
        return try found.sorted(by: >).prefix(limit).compactMap { try find(seq: $0) }
    }

    private func seqs(in app: Int64, filter: DeviceFilter, before: Int64, limit: Int) throws -> [Int64] {
        var conditions = ["app = ?", "seq < ?", "token IS NOT NULL"]
        var values: [SQLValue] = [.integer(app), .integer(before)]
        func require(_ condition: String, _ value: SQLValue?) {
            conditions.append(condition)
            if let value { values.append(value) }
        }
        if let user = filter.userID { require("user_id = ?", .text(user)) }
        if let platform = filter.platform { require("platform = ?", .integer(platform.stored)) }
        if let active = filter.active { require("active = ?", SQLValue(active)) }
        if let encrypted = filter.encrypted { require("key_id IS \(encrypted ? "NOT " : "")NULL", nil) }
        return try sql.all(
            "SELECT seq FROM devices WHERE \(conditions.joined(separator: " AND ")) ORDER BY seq DESC LIMIT ?",
            values + [.integer(Int64(limit))]
        ) { try $0.integer(0) }
    }
}
