// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxRecords
import WaxStore
import WaxSystem

/// Finds out who a request comes from, by the bearer token that it carries (RFC 6750 section 2.1).
///
/// Each request asks the database, so a key that another process revoked is refused from then on.
struct Authenticator {
    let database: Database
    let vault: Vault
    let usage: KeyUsage

    /// Throws the same refusal whatever is wrong with the token.
    func caller(of head: HTTPRequestHead, now: Timestamp) throws -> Caller {
        guard let token = Self.bearerToken(head), let caller = try find(token, now: now) else {
            throw APIError.unauthenticated
        }
        return caller
    }

    private func find(_ token: String, now: Timestamp) throws -> Caller? {
        if let secret = APIKeySecret(token) {
            guard let key = try database.read({ try APIKeyTable($0, vault).find(secret) }) else { return nil }
            usage.note(key, now: now)
            return Caller(key)
        }
        if let token = OAuthAccessToken(token) {
            return try database.read { try OAuthTokenTable($0, vault).find(token, now: now) }.map(Caller.init)
        }
        return nil
    }

    private static func bearerToken(_ head: HTTPRequestHead) -> String? {
        let fields = head.headers.values("authorization")
        guard fields.count == 1 else { return nil }
        let field = fields[0].utf8
        let scheme = field.prefix(6)
        guard scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
        let token = field[scheme.endIndex...].drop { $0 == UInt8(ascii: " ") }
        guard token.startIndex > scheme.endIndex, !token.contains(UInt8(ascii: " ")) else { return nil }
        return String(token)
    }
}
