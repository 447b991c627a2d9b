// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxRecords
import WaxStore
import WaxSystem

/// Finds out who a request comes from, by the bearer token that it carries.
///
/// Each request asks the database: a key that another process revoked is refused from then on.
struct PersonalAuthenticator {
    let database: Database
    let vault: Vault

    /// Throws the same refusal whatever is wrong with the token, and another one for a key that has expired.
    func caller(of head: HTTPRequestHead, now: Timestamp) throws -> PersonalCaller {
        guard let token = head.bearerToken, let caller = try find(token) else {
            throw Problem(.tokenInvalid, headers: [("WWW-Authenticate", "Bearer")])
        }
        if let expiry = caller.key?.expiresAt, expiry <= now {
            throw Problem(.keyExpired, headers: [("WWW-Authenticate", "Bearer")])
        }
        return caller
    }

    private func find(_ token: String) throws -> PersonalCaller? {
        if let token = AccountToken(token) {
            return try database.read { try PersonTable($0, vault).find(token) }
                .map { PersonalCaller(person: $0, key: nil) }
        }
        guard let secret = IntegrationSecret(token) else { return nil }
        return try database.read { sql in
            guard let key = try IntegrationKeyTable(sql, vault).find(secret),
                let person = try PersonTable(sql, vault).find(account: key.account)
            else { return nil }
            return PersonalCaller(person: person, key: key)
        }
    }
}
