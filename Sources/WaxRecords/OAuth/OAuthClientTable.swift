// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxJSON
package import WaxStore
package import WaxSystem

/// The OAuth clients. Only a keyed hash of a client's secret is stored.
///
/// A client lives as long as the API key that made it: the scopes are what both of them allow, and none once the key is
/// revoked.
package struct OAuthClientTable {
    let sql: any SQLConnection
    let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// `creator` is the number of the API key that makes it; nil for the operator.
    package func insert(
        _ secret: OAuthClientSecret, id: ULID, account: Int64, creator: Int64?, label: String?, scopes: OAuthScopes,
        now: Timestamp
    ) throws {
        try sql.execute(
            """
            INSERT INTO oauth_clients (id, account, mode, secret_lookup, label, scopes, creator, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(id.bytes), .integer(account), .integer(secret.mode.rawValue),
                .blob(vault.oauthClients.digest(of: secret.text)), SQLValue(label), .text(scopes.text),
                SQLValue(creator), SQLValue(now),
            ])
    }

    /// The client with this id and secret, unless it or its creator was revoked.
    package func find(_ id: ULID, secret: OAuthClientSecret) throws -> OAuthClient? {
        let given = vault.oauthClients.digest(of: secret.text)
        return try sql.first(
            "\(Self.selection) WHERE c.id = ? AND c.revoked_at IS NULL AND k.revoked_at IS NULL", [.blob(id.bytes)]
        ) { row in
            constantTimeEquals(try row.blob(Self.columns), given) ? try Self.client(from: row) : nil
        } ?? nil
    }

    package func find(_ id: ULID, owner: Owner) throws -> OAuthClient? {
        try sql.first(
            "\(Self.selection) WHERE c.id = ? AND c.account = ? AND c.mode = ? AND c.revoked_at IS NULL",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)], Self.client(from:))
    }

    /// The number of a client, also of one that was revoked.
    package func seq(of id: ULID, owner: Owner) throws -> Int64? {
        try sql.first(
            "SELECT seq FROM oauth_clients WHERE id = ? AND account = ? AND mode = ?",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)]
        ) { try $0.integer(0) }
    }

    /// At most `limit` clients, newest first, beginning behind the one with number `before`.
    package func list(owner: Owner, before: Int64?, limit: Int) throws -> [OAuthClient] {
        try sql.all(
            """
            \(Self.selection) WHERE c.account = ? AND c.mode = ? AND c.seq < ? AND c.revoked_at IS NULL
            ORDER BY c.seq DESC LIMIT ?
            """,
            [
                .integer(owner.account), .integer(owner.mode.rawValue), .integer(before ?? .max),
                .integer(Int64(limit)),
            ], Self.client(from:))
    }

    /// Ends a client and its tokens.
    package func revoke(_ client: OAuthClient, now: Timestamp) throws {
        try sql.execute("UPDATE oauth_clients SET revoked_at = ? WHERE seq = ?", [SQLValue(now), .integer(client.seq)])
        try sql.execute("DELETE FROM oauth_tokens WHERE client = ?", [.integer(client.seq)])
    }

    private static let selection = """
        SELECT \(columnList), c.secret_lookup FROM oauth_clients c LEFT JOIN api_keys k ON k.seq = c.creator
        """

    /// What `client(from:)` reads, of a client `c` and the key `k` that made it.
    static let columnList = """
        c.seq, c.id, c.account, c.mode, c.label, c.scopes, c.created_at, c.creator, k.revoked_at, k.permissions,
            k.default_deny
        """
    /// How many these are.
    static let columns = 11

    static func client(from row: Row) throws -> OAuthClient {
        guard let id = ULID(bytes: try row.blob(1)), let mode = Mode(rawValue: try row.integer(3)),
            let scopes = OAuthScopes(try row.text(5))
        else { throw RecordError.unreadable("oauth_clients") }
        return OAuthClient(
            seq: try row.integer(0), id: id, owner: Owner(account: try row.integer(2), mode: mode),
            label: try row.optionalText(4), scopes: scopes, allowedScopes: try allowed(scopes, row),
            createdAt: try row.timestamp(6))
    }

    private static func allowed(_ scopes: OAuthScopes, _ row: Row) throws -> OAuthScopes {
        guard try row.optionalInteger(7) != nil else { return scopes }
        guard try row.optionalInteger(8) == nil else { return OAuthScopes([]) }
        guard case .object(let map) = try JSONReader.parse(Array(try row.text(9).utf8)),
            let permissions = Permissions(json: map, defaultDeny: try row.boolean(10))
        else { throw RecordError.unreadable("api_keys") }
        return scopes.allowed(by: permissions)
    }
}
