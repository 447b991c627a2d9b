// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxStore
package import WaxSystem

/// The keys with which notifications are sent. A key is found by a keyed hash; its text is nowhere.
package struct IntegrationKeyTable {
    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// The account has as many keys as it may.
    package struct LimitReached: Error {}

    /// Adds a key; the first one of an account is its default key. Throws `LimitReached`.
    package func insert(
        _ secret: IntegrationSecret, id: ULID, account: Int64, name: String,
        notifications: IntegrationKey.NotificationLevel, activities: IntegrationKey.ActivityLevel = .read,
        expiresAt: Timestamp?, now: Timestamp
    ) throws {
        let keys = try list(account: account)
        guard keys.count < IntegrationKey.limit else { throw LimitReached() }
        try sql.execute(
            """
            INSERT INTO integration_keys (id, account, lookup, digest, name, notifications, activities, is_default,
                expires_at, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(id.bytes), .integer(account), .blob(secret.lookup(vault)),
                .blob(
                    try vault.cipher.protect(secret.digest, table: Self.table, column: "digest", row: id.bytes)),
                .text(name), .integer(notifications.rawValue), .integer(activities.rawValue),
                SQLValue(!keys.contains(where: \.isDefault)), SQLValue(expiresAt), SQLValue(now),
            ])
    }

    /// The key with this text, unless it was revoked; one that has expired is found.
    package func find(_ secret: IntegrationSecret) throws -> IntegrationKey? {
        let lookup = secret.lookup(vault)
        return try sql.first("\(Self.selection) WHERE lookup = ? AND revoked_at IS NULL", [.blob(lookup)]) { row in
            constantTimeEquals(try row.blob(9), lookup) ? try Self.key(from: row) : nil
        } ?? nil
    }

    /// The key with this number; nil once it was revoked.
    package func find(seq: Int64) throws -> IntegrationKey? {
        try sql.first("\(Self.selection) WHERE seq = ? AND revoked_at IS NULL", [.integer(seq)], Self.key(from:))
    }

    package func find(_ id: ULID) throws -> IntegrationKey? {
        try sql.first("\(Self.selection) WHERE id = ? AND revoked_at IS NULL", [.blob(id.bytes)], Self.key(from:))
    }

    /// The SHA-256 of a key's text, also of one that was revoked since. Throws when the stored value does not open.
    package func digest(of seq: Int64) throws -> [UInt8]? {
        let found = try sql.first("SELECT id, digest FROM integration_keys WHERE seq = ?", [.integer(seq)]) {
            (try $0.blob(0), try $0.optionalBlob(1))
        }
        guard let (id, protected) = found, let protected else { return nil }
        return try vault.cipher.reveal(protected, table: Self.table, column: "digest", row: id)
    }

    /// The keys of an account that were not revoked, oldest first.
    package func list(account: Int64) throws -> [IntegrationKey] {
        try sql.all(
            "\(Self.selection) WHERE account = ? AND revoked_at IS NULL ORDER BY seq", [.integer(account)],
            Self.key(from:))
    }

    /// Ends a key: the next request that carries it is refused, and what it scheduled is not sent. When it was the default one, the oldest other one is.
    package func revoke(_ key: IntegrationKey, now: Timestamp) throws {
        try sql.execute(
            "UPDATE integration_keys SET revoked_at = ?, is_default = 0 WHERE seq = ?",
            [SQLValue(now), .integer(key.seq)])
        try ScheduleTable(sql, vault).dropOrphans(account: key.account, now: now)
        guard key.isDefault, let next = try list(account: key.account).first else { return }
        try sql.execute("UPDATE integration_keys SET is_default = 1 WHERE seq = ?", [.integer(next.seq)])
    }

    private static let table = "integration_keys"
    private static let selection = """
        SELECT seq, id, account, name, notifications, activities, is_default, expires_at, created_at, lookup
        FROM integration_keys
        """

    private static func key(from row: Row) throws -> IntegrationKey {
        guard let id = ULID(bytes: try row.blob(1)),
            let notifications = IntegrationKey.NotificationLevel(rawValue: try row.integer(4)),
            let activities = IntegrationKey.ActivityLevel(rawValue: try row.integer(5))
        else { throw RecordError.unreadable(table) }
        return IntegrationKey(
            seq: try row.integer(0), id: id, account: try row.integer(2), name: try row.text(3),
            notifications: notifications, activities: activities, isDefault: try row.boolean(6),
            expiresAt: try row.optionalTimestamp(7), createdAt: try row.timestamp(8))
    }
}
