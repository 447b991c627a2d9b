// SPDX-License-Identifier: Apache-2.0
package import WaxStore
package import WaxSystem

extension SQLConnection {
    /// When a row is next due that nobody holds, or when a lease that somebody holds ends; `now` when a claim would find
    /// one at once. The table has the column `due`, nil where nothing is to be done, with an index, and `lease_until`.
    ///
    /// Each question ends at the first entries of the index that answer it, however many rows wait.
    package func nextDue(
        in table: StaticString, by due: StaticString = "due_at", now: Timestamp
    ) throws -> Timestamp? {
        func first(_ query: String, _ values: [SQLValue]) throws -> Timestamp? {
            try self.first(query, values) { try $0.optionalTimestamp(0) } ?? nil
        }
        let isFree = try first(
            "SELECT \(due) FROM \(table) WHERE \(due) <= ? AND lease_until <= ? LIMIT 1",
            [SQLValue(now), SQLValue(now)])
        if isFree != nil { return now }
        let held = try first("SELECT min(lease_until) FROM \(table) WHERE \(due) <= ?", [SQLValue(now)])
        let later = try first(
            "SELECT \(due) FROM \(table) WHERE \(due) > ? ORDER BY \(due) LIMIT 1", [SQLValue(now)])
        return [held, later].compactMap { $0 }.min()
    }
}
