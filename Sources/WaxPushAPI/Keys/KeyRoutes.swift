// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore

/// `/v1/api-keys`
///
/// An idempotency key has no effect here: the answer to a creation holds the key itself, and is not to be stored.
enum KeyRoutes {
    @Sendable
    static func create(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let request = try KeyRequest(try call.body())
        let permissions = request.permissions(changing: .full)
        let secret = APIKeySecret(mode: call.owner.mode, random: service.random)
        let (vault, now, id) = (service.vault, call.now, service.newID(at: call.now))
        let body = try await service.database.write { sql -> [UInt8] in
            let keys = APIKeyTable(sql, vault)
            try call.caller.checkGrant(permissions, sql, vault)
            try keys.insert(
                secret, id: id, account: call.owner.account, label: request.label(changing: nil),
                permissions: permissions, now: now)
            guard let key = try keys.find(id, owner: call.owner) else { throw RecordError.vanished("api_keys") }
            return JSONValue.object(KeyObject.json(key, lastUsedAt: nil, secret: secret)).compact
        }
        var response = HTTPResponse.json(body, status: 201)
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    @Sendable
    static func list(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(call, filters: [])
        let found = try service.database.read { sql in
            let keys = APIKeyTable(sql, service.vault)
            let before = try query.after.map { try keys.seq(of: $0, owner: call.owner) ?? 0 }
            return try keys.list(owner: call.owner, before: before, limit: query.limit + 1)
        }
        return query.page(of: found, id: \.id) { KeyObject.json($0, lastUsedAt: service.usage.lastUse(of: $0)) }
    }

    @Sendable
    static func update(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.apiKey)
        let request = try KeyRequest(try call.body())
        let vault = service.vault
        let key = try await service.database.write { sql -> APIKey in
            let keys = APIKeyTable(sql, vault)
            guard let key = try keys.find(id, owner: call.owner) else { throw APIError(.notFound) }
            let permissions = request.permissions(changing: key.permissions)
            if permissions != key.permissions { try call.caller.checkGrant(permissions, sql, vault) }
            try keys.update(key, label: request.label(changing: key.label), permissions: permissions)
            guard let changed = try keys.find(id, owner: call.owner) else { throw RecordError.vanished("api_keys") }
            return changed
        }
        let object = KeyObject.json(key, lastUsedAt: service.usage.lastUse(of: key))
        return .json(JSONValue.object(object).compact)
    }

    @Sendable
    static func revoke(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.apiKey)
        let (vault, now) = (service.vault, call.now)
        try await service.database.write { sql in
            let keys = APIKeyTable(sql, vault)
            guard let key = try keys.find(id, owner: call.owner) else { throw APIError(.notFound) }
            try keys.revoke(key, now: now)
        }
        return .empty()
    }
}
