// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxStore
package import WaxSystem

/// The access tokens of OAuth clients, found by a keyed hash; their text is nowhere.
package struct OAuthTokenTable {
    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    package func insert(
        _ token: OAuthAccessToken, client: Int64, scopes: OAuthScopes, expiresAt: Timestamp
    ) throws {
        try sql.execute(
            "INSERT INTO oauth_tokens (lookup, client, scopes, expires_at) VALUES (?, ?, ?, ?)",
            [
                .blob(vault.oauthTokens.digest(of: token.text)), .integer(client), .text(scopes.text),
                SQLValue(expiresAt),
            ])
    }

    /// What a token opens; nil once its time is over, or its client or the client's creator was revoked.
    package func find(_ token: OAuthAccessToken, now: Timestamp) throws -> OAuthGrant? {
        let lookup = vault.oauthTokens.digest(of: token.text)
        return try sql.first(
            """
            SELECT \(OAuthClientTable.columnList), t.scopes, t.lookup
            FROM oauth_tokens t JOIN oauth_clients c ON c.seq = t.client LEFT JOIN api_keys k ON k.seq = c.creator
            WHERE t.lookup = ? AND t.expires_at > ? AND c.revoked_at IS NULL AND k.revoked_at IS NULL
            """, [.blob(lookup), SQLValue(now)]
        ) { row -> OAuthGrant? in
            guard constantTimeEquals(try row.blob(OAuthClientTable.columns + 1), lookup) else { return nil }
            guard let granted = OAuthScopes(try row.text(OAuthClientTable.columns)) else {
                throw RecordError.unreadable("oauth_tokens")
            }
            let client = try OAuthClientTable.client(from: row)
            return OAuthGrant(
                client: client, scopes: OAuthScopes(granted.all.filter(client.allowedScopes.all.contains)))
        } ?? nil
    }

    /// Forgets tokens whose time is over; returns how many there were.
    @discardableResult
    package func removeExpired(now: Timestamp) throws -> Int {
        try sql.execute("DELETE FROM oauth_tokens WHERE expires_at <= ?", [SQLValue(now)])
    }
}
