// SPDX-License-Identifier: Apache-2.0
import WaxJSON
package import WaxStore
package import WaxSystem

/// The scheduled notifications of all accounts; what is sent is protected at rest.
package struct ScheduleTable {
    let sql: any SQLConnection
    let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Adds one; returns its number.
    package func insert(_ schedule: ScheduledNotification) throws -> Int64 {
        let content = try vault.cipher.protect(
            JSONValue.object(schedule.content).compact, table: Self.table, column: "content", row: schedule.uid.bytes)
        let number = try sql.first("UPDATE schedule_numbers SET last = last + 1 RETURNING last") { try $0.integer(0) }
        guard let number else { throw RecordError.vanished("schedule_numbers") }
        try sql.execute(
            """
            INSERT INTO scheduled_notifications (seq, uid, account, integration_key, content, created_at, status, send_at,
                due_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(number), .blob(schedule.uid.bytes), .integer(schedule.account), SQLValue(schedule.key),
                .blob(content),
                SQLValue(schedule.createdAt), .integer(schedule.status.rawValue), SQLValue(schedule.sendAt),
                SQLValue(schedule.dueAt),
            ])
        return number
    }

    /// Writes down what changed about one. Throws `LeaseLost` when it was changed or removed since it was read as `old`.
    package func save(_ schedule: ScheduledNotification, insteadOf old: ScheduledNotification) throws {
        let changed = try sql.execute(
            """
            UPDATE scheduled_notifications SET status = ?, send_at = ?, due_at = ?, occurrences = ?, last_sent_at = ?,
                ended_at = ?, failure = ?, notification = ?, push = ?, delivery = ?, reason = ?, settle_by = ?, is_last = ?
            WHERE seq = ? AND status = ? AND send_at = ? AND occurrences = ?
            """,
            [
                .integer(schedule.status.rawValue), SQLValue(schedule.sendAt), SQLValue(schedule.dueAt),
                .integer(schedule.occurrences), SQLValue(schedule.lastSentAt), SQLValue(schedule.endedAt),
                SQLValue(schedule.failure?.rawValue), SQLValue(schedule.notification), SQLValue(schedule.push),
                SQLValue(schedule.delivery), SQLValue(schedule.reason), SQLValue(schedule.settleBy),
                SQLValue(schedule.isLast), .integer(schedule.seq), .integer(old.status.rawValue),
                SQLValue(old.sendAt), .integer(old.occurrences),
            ])
        guard changed == 1 else { throw LeaseLost() }
    }

    package func find(_ seq: Int64) throws -> ScheduledNotification? {
        try sql.first("\(Self.selection) WHERE seq = ?", [.integer(seq)], schedule(from:))
    }

    package func remove(_ seq: Int64) throws {
        try sql.execute("DELETE FROM scheduled_notifications WHERE seq = ?", [.integer(seq)])
    }

    /// How many of an account are still to be sent.
    package func pendingCount(account: Int64) throws -> Int {
        try sql.first(
            "SELECT count(*) FROM scheduled_notifications WHERE account = ? AND due_at IS NOT NULL",
            [.integer(account)]
        ) { Int(try $0.integer(0)) } ?? 0
    }

    // MARK: Due

    /// The numbers of at most `limit` that are to be sent, longest due first.
    package func due(at now: Timestamp, limit: Int) throws -> [Int64] {
        try sql.all(
            "SELECT seq FROM scheduled_notifications WHERE due_at <= ? ORDER BY due_at LIMIT ?",
            [SQLValue(now), .integer(Int64(limit))]
        ) { try $0.integer(0) }
    }

    /// The numbers of those whose push is waited for, with the number of the push.
    package func unsettled() throws -> [(seq: Int64, push: Int64?, settleBy: Timestamp)] {
        try sql.all(
            "SELECT seq, push, settle_by FROM scheduled_notifications WHERE settle_by IS NOT NULL ORDER BY settle_by"
        ) { (try $0.integer(0), try $0.optionalInteger(1), try $0.timestamp(2)) }
    }

    /// When the next one is to be sent, or is not waited for any longer.
    package func nextDue() throws -> Timestamp? {
        try [
            "SELECT min(due_at) FROM scheduled_notifications WHERE due_at IS NOT NULL",
            "SELECT min(settle_by) FROM scheduled_notifications WHERE settle_by IS NOT NULL",
        ].compactMap { try sql.first($0) { try $0.optionalTimestamp(0) } ?? nil }.min()
    }

    /// Leaves one alone whose row is damaged.
    package func abandon(_ seq: Int64, now: Timestamp) throws {
        try sql.execute(
            """
            UPDATE scheduled_notifications SET status = ?, failure = ?, due_at = NULL, settle_by = NULL, ended_at = ?
            WHERE seq = ?
            """,
            [
                .integer(ScheduleStatus.failed.rawValue), .integer(ScheduleFailure.internalError.rawValue),
                SQLValue(now), .integer(seq),
            ])
    }

    /// Ends what keys of an account scheduled that were revoked or have expired.
    package func dropOrphans(account: Int64, now: Timestamp) throws {
        try sql.execute(
            """
            \(Self.dropping) WHERE account = ? AND due_at IS NOT NULL AND integration_key IN
                (SELECT seq FROM integration_keys WHERE account = ? AND (revoked_at IS NOT NULL OR expires_at <= ?))
            """, Self.dropped(now) + [.integer(account), .integer(account), SQLValue(now)])
    }

    /// The same for all accounts.
    package func dropAllOrphans(now: Timestamp) throws {
        try sql.execute(
            """
            \(Self.dropping) WHERE due_at IS NOT NULL AND integration_key IN
                (SELECT seq FROM integration_keys WHERE revoked_at IS NOT NULL OR expires_at <= ?)
            """, Self.dropped(now) + [SQLValue(now)])
    }

    private static let dropping =
        "UPDATE scheduled_notifications SET status = ?, failure = ?, due_at = NULL, settle_by = NULL, ended_at = ?"
    private static func dropped(_ now: Timestamp) -> [SQLValue] {
        [.integer(ScheduleStatus.failed.rawValue), .integer(ScheduleFailure.keyRevoked.rawValue), SQLValue(now)]
    }

    /// Forgets what has ended long ago; returns how many.
    package func removeEnded(now: Timestamp) throws -> Int {
        try sql.execute(
            """
            DELETE FROM scheduled_notifications
            WHERE ended_at <= ? OR (status = ? AND ended_at <= ?)
            """,
            [
                SQLValue(now - ScheduledNotification.keptFor), .integer(ScheduleStatus.canceled.rawValue),
                SQLValue(now - ScheduledNotification.keptWhenCanceled),
            ])
    }

    static let table = "scheduled_notifications"
    static let selection = """
        SELECT seq, uid, account, integration_key, content, created_at, status, send_at, occurrences, last_sent_at,
            ended_at, failure, notification, push, delivery, reason, settle_by, is_last
        FROM scheduled_notifications
        """

    func schedule(from row: Row) throws -> ScheduledNotification {
        let uid = try row.blob(1)
        let content = try vault.cipher.reveal(try row.blob(4), table: Self.table, column: "content", row: uid)
        guard let id = ULID(bytes: uid), let status = ScheduleStatus(rawValue: try row.integer(6)),
            let object = try JSONReader.parse(content).objectValue
        else { throw RecordError.unreadable(Self.table) }
        var schedule = ScheduledNotification(
            uid: id, account: try row.integer(2), key: try row.optionalInteger(3), content: object,
            sendAt: try row.timestamp(7), now: try row.timestamp(5))
        schedule.seq = try row.integer(0)
        schedule.restore(
            ScheduledNotification.Stored(
                status: status, occurrences: try row.integer(8), lastSentAt: try row.optionalTimestamp(9),
                endedAt: try row.optionalTimestamp(10),
                failure: try row.optionalInteger(11).flatMap(ScheduleFailure.init(rawValue:)),
                notification: try row.optionalInteger(12), push: try row.optionalInteger(13),
                delivery: try row.optionalText(14), reason: try row.optionalText(15),
                settleBy: try row.optionalTimestamp(16), isLast: try row.boolean(17)))
        return schedule
    }
}
