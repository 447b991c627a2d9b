// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxJSON
package import WaxStore
package import WaxSystem

/// The accounts and their API keys. A key is found by a keyed hash; its text is nowhere.
package struct APIKeyTable {
    let sql: any SQLConnection
    let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// The number of the account with this name, made when it is new.
    package func account(named name: String, now: Timestamp) throws -> Int64 {
        try sql.execute(
            "INSERT INTO accounts (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            [.text(name), .integer(now.milliseconds)])
        guard let seq = try sql.first("SELECT seq FROM accounts WHERE name = ?", [.text(name)], { try $0.integer(0) })
        else { throw RecordError.vanished("accounts") }
        return seq
    }

    /// The number of the account with this name; nil when there is none.
    package func account(existing name: String) throws -> Int64? {
        try sql.first("SELECT seq FROM accounts WHERE name = ?", [.text(name)]) { try $0.integer(0) }
    }

    package func insert(
        _ secret: APIKeySecret, id: ULID, account: Int64, label: String?, permissions: Permissions, now: Timestamp
    ) throws {
        try sql.execute(
            """
            INSERT INTO api_keys (id, account, mode, lookup, key_prefix, label, permissions, default_deny, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(id.bytes), .integer(account), .integer(secret.mode.rawValue),
                .blob(vault.apiKeys.digest(of: secret.text)), .text(secret.displayPrefix), SQLValue(label),
            ] + Self.stored(permissions) + [SQLValue(now)])
    }

    /// The key whose text has this keyed hash, unless it was revoked.
    package func find(lookup: [UInt8]) throws -> APIKey? {
        try sql.first("\(Self.selection) WHERE lookup = ? AND revoked_at IS NULL", [.blob(lookup)]) { row in
            constantTimeEquals(try row.blob(10), lookup) ? try Self.key(from: row) : nil
        } ?? nil
    }

    static let selection = """
        SELECT seq, id, account, mode, key_prefix, label, permissions, default_deny, created_at, last_used_at, lookup
        FROM api_keys
        """

    static func key(from row: Row) throws -> APIKey {
        guard let id = ULID(bytes: try row.blob(1)), let mode = Mode(rawValue: try row.integer(3)),
            case .object(let map) = try JSONReader.parse(Array(try row.text(6).utf8)),
            let permissions = Permissions(json: map, defaultDeny: try row.boolean(7))
        else { throw RecordError.unreadable("api_keys") }
        return APIKey(
            seq: try row.integer(0), id: id, owner: Owner(account: try row.integer(2), mode: mode),
            prefix: try row.text(4), label: try row.optionalText(5), permissions: permissions,
            createdAt: try row.timestamp(8), lastUsedAt: try row.optionalTimestamp(9))
    }

    static func stored(_ permissions: Permissions) -> [SQLValue] {
        [
            .text(String(decoding: JSONValue.object(permissions.json).compact, as: UTF8.self)),
            SQLValue(permissions.defaultDeny),
        ]
    }
}
