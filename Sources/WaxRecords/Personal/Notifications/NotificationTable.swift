// SPDX-License-Identifier: Apache-2.0
import WaxJSON
package import WaxProviders
package import WaxStore
package import WaxSystem

/// The notifications of all accounts; their content is protected at rest.
package struct NotificationTable {
    /// How long a notification and its answer are kept.
    package static let keptFor = Duration.seconds(30 * 24 * 3600)

    let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Adds a notification; returns its identifier.
    package func insert(
        _ content: NotificationContent, uid: ULID, account: Int64, key: Int64?, isAnswerable: Bool, now: Timestamp
    ) throws -> Int64 {
        let protected = try vault.cipher.protect(
            JSONValue.object(content.json).compact, table: Self.table, column: "content", row: uid.bytes)
        return try sql.insert(
            """
            INSERT INTO notifications (uid, account, integration_key, content, answerable, created_at)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(uid.bytes), .integer(account), key.map { .integer($0) } ?? .null, .blob(protected),
                SQLValue(isAnswerable), SQLValue(now),
            ])
    }

    /// The notification of an account that was created after `oldest`.
    package func find(_ seq: Int64, account: Int64, since oldest: Timestamp) throws -> StoredNotification? {
        try sql.first(
            "\(Self.selection) WHERE seq = ? AND account = ? AND created_at > ?",
            [.integer(seq), .integer(account), SQLValue(oldest)], notification(from:))
    }

    /// At most `limit` notifications of an account that were created after `oldest`, newest first, beginning behind
    /// number `before`.
    package func list(account: Int64, since oldest: Timestamp, before: Int64?, limit: Int) throws
        -> [StoredNotification]
    {
        try sql.all(
            "\(Self.selection) WHERE account = ? AND seq < ? AND created_at > ? ORDER BY seq DESC LIMIT ?",
            [.integer(account), .integer(before ?? .max), SQLValue(oldest), .integer(Int64(limit))],
            notification(from:))
    }

    /// Forgets what was created up to `oldest`, answers included; returns how many notifications.
    ///
    /// Of the newest one the row stays, empty: no identifier is given twice.
    package func remove(createdUpTo oldest: Timestamp) throws -> Int {
        try sql.execute(
            """
            DELETE FROM notification_answers WHERE notification IN
                (SELECT seq FROM notifications WHERE created_at <= ?)
            """, [SQLValue(oldest)])
        let emptied = try sql.execute(
            """
            UPDATE notifications SET content = ? WHERE created_at <= ? AND content <> ?
                AND seq = (SELECT max(seq) FROM notifications)
            """, [.blob([]), SQLValue(oldest), .blob([])])
        return try emptied
            + sql.execute(
                "DELETE FROM notifications WHERE created_at <= ? AND seq < (SELECT max(seq) FROM notifications)",
                [SQLValue(oldest)])
    }

    private static let table = "notifications"
    private static let selection = """
        SELECT seq, uid, account, integration_key, content, created_at,
            EXISTS (SELECT 1 FROM pushes WHERE pushes.id = notifications.uid AND pushes.sent > 0)
        FROM notifications
        """

    private func notification(from row: Row) throws -> StoredNotification {
        let uid = try row.blob(1)
        let content = try vault.cipher.reveal(try row.blob(4), table: Self.table, column: "content", row: uid)
        guard let id = ULID(bytes: uid), let object = try JSONReader.parse(content).objectValue,
            let content = NotificationContent(json: object)
        else { throw RecordError.unreadable(Self.table) }
        return StoredNotification(
            seq: try row.integer(0), uid: id, account: try row.integer(2), key: try row.optionalInteger(3),
            content: content, createdAt: try row.timestamp(5), wasPushed: try row.boolean(6))
    }
}
