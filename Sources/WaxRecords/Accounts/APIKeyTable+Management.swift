// SPDX-License-Identifier: Apache-2.0
import WaxStore
package import WaxSystem

extension APIKeyTable {
    /// The key with this number, unless it was revoked.
    package func find(seq: Int64) throws -> APIKey? {
        try sql.first("\(Self.selection) WHERE seq = ? AND revoked_at IS NULL", [.integer(seq)], Self.key(from:))
    }

    package func find(_ id: ULID, owner: Owner) throws -> APIKey? {
        try sql.first(
            "\(Self.selection) WHERE id = ? AND account = ? AND mode = ? AND revoked_at IS NULL",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)], Self.key(from:))
    }

    /// The number of a key, also of one that was revoked.
    package func seq(of id: ULID, owner: Owner) throws -> Int64? {
        try sql.first(
            "SELECT seq FROM api_keys WHERE id = ? AND account = ? AND mode = ?",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)]
        ) { try $0.integer(0) }
    }

    /// At most `limit` keys that were not revoked, newest first, beginning behind the one with number `before`.
    package func list(owner: Owner, before: Int64?, limit: Int) throws -> [APIKey] {
        try sql.all(
            """
            \(Self.selection) WHERE account = ? AND mode = ? AND seq < ? AND revoked_at IS NULL
            ORDER BY seq DESC LIMIT ?
            """,
            [
                .integer(owner.account), .integer(owner.mode.rawValue), .integer(before ?? .max),
                .integer(Int64(limit)),
            ], Self.key(from:))
    }

    package func update(_ key: APIKey, label: String?, permissions: Permissions) throws {
        try sql.execute(
            "UPDATE api_keys SET label = ?, permissions = ?, default_deny = ? WHERE seq = ?",
            [SQLValue(label)] + Self.stored(permissions) + [.integer(key.seq)])
    }

    /// Ends a key: the next request that carries it is refused.
    package func revoke(_ key: APIKey, now: Timestamp) throws {
        try sql.execute("UPDATE api_keys SET revoked_at = ? WHERE seq = ?", [SQLValue(now), .integer(key.seq)])
    }

    /// Notes when keys were used last, by their numbers; an earlier time than the one noted changes nothing.
    package func noteUse(_ times: [Int64: Timestamp]) throws {
        try sql.executeMany(
            "UPDATE api_keys SET last_used_at = ? WHERE seq = ? AND (last_used_at IS NULL OR last_used_at < ?)",
            times.sorted { $0.key < $1.key }
        ) { [SQLValue($0.value), .integer($0.key), SQLValue($0.value)] }
    }
}
