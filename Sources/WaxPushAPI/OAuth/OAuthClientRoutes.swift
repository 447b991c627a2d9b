// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore

/// `/v1/oauth/clients`
///
/// As for API keys, an idempotency key has no effect here.
enum OAuthClientRoutes {
    @Sendable
    static func create(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let request = try OAuthClientRequest(try call.body())
        let secret = OAuthClientSecret(mode: call.owner.mode, random: service.random)
        let (vault, now, id) = (service.vault, call.now, service.newID(at: call.now))
        let body = try await service.database.write { sql -> [UInt8] in
            try call.caller.checkGrant(request.scopes.permissions, sql, vault)
            let clients = OAuthClientTable(sql, vault)
            try clients.insert(
                secret, id: id, account: call.owner.account, creator: call.caller.keyNumber, label: request.label,
                scopes: request.scopes, now: now)
            guard let client = try clients.find(id, owner: call.owner) else {
                throw RecordError.vanished("oauth_clients")
            }
            return JSONValue.object(OAuthClientObject.json(client, secret: secret)).compact
        }
        var response = HTTPResponse.json(body, status: 201)
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    @Sendable
    static func list(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(call, filters: [])
        let found = try service.database.read { sql in
            let clients = OAuthClientTable(sql, service.vault)
            let before = try query.after.map { try clients.seq(of: $0, owner: call.owner) ?? 0 }
            return try clients.list(owner: call.owner, before: before, limit: query.limit + 1)
        }
        return query.page(of: found, id: \.id) { OAuthClientObject.json($0) }
    }

    @Sendable
    static func revoke(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.oauthClient)
        let (vault, now) = (service.vault, call.now)
        try await service.database.write { sql in
            let clients = OAuthClientTable(sql, vault)
            guard let client = try clients.find(id, owner: call.owner) else { throw APIError(.notFound) }
            try clients.revoke(client, now: now)
        }
        return .empty()
    }
}
