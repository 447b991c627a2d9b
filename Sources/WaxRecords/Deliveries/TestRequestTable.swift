// SPDX-License-Identifier: Apache-2.0
package import WaxStore
package import WaxSystem

/// What a provider would have been sent, kept protected for a day for the deliveries of test keys.
package struct TestRequestTable {
    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// The protected form of a request; asks nothing of the database, and is best made outside of a write.
    package static func protect(_ request: [UInt8], delivery: ULID, _ vault: Vault) throws -> [UInt8] {
        try vault.cipher.protect(request, table: "test_requests", column: "request", row: delivery.bytes)
    }

    /// Keeps a protected request; a later attempt of the same delivery takes its place.
    package func put(_ protected: [UInt8], push: Int64, n: Int64, expiresAt: Timestamp) throws {
        try sql.execute(
            """
            INSERT INTO test_requests (push, n, request, expires_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (push, n) DO UPDATE SET request = excluded.request, expires_at = excluded.expires_at
            """,
            [.integer(push), .integer(n), .blob(protected), SQLValue(expiresAt)])
    }

    /// The last request of a delivery; nil when its time is over, or what is stored does not open.
    package func find(push: Int64, n: Int64, delivery: ULID, now: Timestamp) throws -> [UInt8]? {
        let protected = try sql.first(
            "SELECT request FROM test_requests WHERE push = ? AND n = ? AND expires_at > ?",
            [.integer(push), .integer(n), SQLValue(now)]
        ) { try $0.blob(0) }
        return protected.flatMap {
            try? vault.cipher.reveal($0, table: "test_requests", column: "request", row: delivery.bytes)
        }
    }

    /// Forgets what is too old; returns how many there were.
    package func removeExpired(now: Timestamp) throws -> Int {
        try sql.execute("DELETE FROM test_requests WHERE expires_at <= ?", [SQLValue(now)])
    }
}
