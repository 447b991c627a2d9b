// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxRecords
import WaxStore
import WaxSystem

/// Finds out who a request comes from, by the bearer token that it carries (RFC 6750 section 2.1).
///
/// Each request asks the database, or a cache that lasts until the next commit of any process: a key that another process
/// revoked is refused from then on.
struct Authenticator {
    let database: Database
    let vault: Vault
    let usage: KeyUsage
    private let cache = KeyCache()

    init(database: Database, vault: Vault, usage: KeyUsage) {
        self.database = database
        self.vault = vault
        self.usage = usage
    }

    /// Throws the same refusal whatever is wrong with the token.
    func caller(of head: HTTPRequestHead, now: Timestamp) throws -> Caller {
        guard let token = head.bearerToken, let caller = try find(token, now: now) else {
            throw APIError.unauthenticated
        }
        return caller
    }

    private func find(_ token: String, now: Timestamp) throws -> Caller? {
        if APIKeySecret.hasMark(token) {
            guard let key = try findKey(token) else { return nil }
            usage.note(key, now: now)
            return Caller(key)
        }
        if let token = OAuthAccessToken(token) {
            return try database.read { try OAuthTokenTable($0, vault).find(token, now: now) }.map(Caller.init)
        }
        return nil
    }

    private func findKey(_ token: String) throws -> APIKey? {
        let lookup = vault.apiKeys.digest(of: token)
        // Looked at before the read: a commit in between makes the key forgotten, not kept.
        let version = database.version
        if let version, let key = cache.find(lookup, in: version) { return key }
        guard APIKeySecret(token) != nil,
            let key = try database.read({ try APIKeyTable($0, vault).find(lookup: lookup) })
        else { return nil }
        if let version { cache.insert(key, lookup, in: version) }
        return key
    }
}
