// SPDX-License-Identifier: Apache-2.0
package import WaxStore
package import WaxSystem

/// The answers already given to requests that carried an idempotency key.
package struct IdempotencyTable {
    /// Where a key counts: one account and mode, one method and path.
    package struct Scope: Hashable, Sendable {
        package let owner: Owner
        package let route: String
        package let key: String

        package init(owner: Owner, route: String, key: String) {
            self.owner = owner
            self.route = route
            self.key = key
        }
    }

    package enum Known: Equatable, Sendable {
        case sameBody(status: Int, answer: [UInt8])
        case otherBody
    }

    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// What is known of a key; nil when it is new or its time is over.
    package func find(_ scope: Scope, body: [UInt8], now: Timestamp) throws -> Known? {
        try sql.first(
            """
            SELECT body_lookup, status, answer FROM idempotency_keys
            WHERE account = ? AND mode = ? AND route = ? AND key_lookup = ? AND expires_at > ?
            """, columns(of: scope) + [SQLValue(now)]
        ) { row in
            guard try row.blob(0) == vault.idempotency.digest(of: body) else { return .otherBody }
            let answer = try vault.cipher.reveal(
                try row.blob(2), table: "idempotency_keys", column: "answer", row: place(of: scope))
            return .sameBody(status: Int(try row.integer(1)), answer: answer)
        }
    }

    package func insert(_ scope: Scope, body: [UInt8], status: Int, answer: [UInt8], expiresAt: Timestamp) throws {
        let protected = try vault.cipher.protect(
            answer, table: "idempotency_keys", column: "answer", row: place(of: scope))
        try sql.execute(
            """
            INSERT INTO idempotency_keys (account, mode, route, key_lookup, body_lookup, status, answer, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account, mode, route, key_lookup) DO UPDATE SET body_lookup = excluded.body_lookup,
                status = excluded.status, answer = excluded.answer, expires_at = excluded.expires_at
            """,
            columns(of: scope) + [
                .blob(vault.idempotency.digest(of: body)), .integer(Int64(status)), .blob(protected),
                SQLValue(expiresAt),
            ])
    }

    /// Forgets what is too old; returns how many there were.
    package func removeExpired(now: Timestamp) throws -> Int {
        try sql.execute("DELETE FROM idempotency_keys WHERE expires_at <= ?", [SQLValue(now)])
    }

    /// What names a row, as its protected value knows it: the columns of its key.
    private func place(of scope: Scope) -> [UInt8] {
        Array("\(scope.owner.account)/\(scope.owner.mode.rawValue)/\(scope.route)/".utf8)
            + vault.idempotency.digest(of: scope.key)
    }

    private func columns(of scope: Scope) -> [SQLValue] {
        [
            .integer(scope.owner.account), .integer(scope.owner.mode.rawValue), .text(scope.route),
            .blob(vault.idempotency.digest(of: scope.key)),
        ]
    }
}
