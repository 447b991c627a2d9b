// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem
import WaxWebhooks

/// `/v1/webhooks`
///
/// An idempotency key has no effect here: the answer to a creation holds the secret, and is not to be stored.
enum WebhookRoutes {
    static let all: [(method: String, pattern: String, access: Permissions.Access, run: PushRoute.Run)] = [
        ("POST", "/v1/webhooks", .write, create),
        ("GET", "/v1/webhooks", .read, list),
        ("GET", "/v1/webhooks/{id}", .read, read),
        ("PATCH", "/v1/webhooks/{id}", .write, update),
        ("DELETE", "/v1/webhooks/{id}", .write, delete),
        ("GET", "/v1/webhooks/{id}/deliveries", .read, deliveries),
        ("GET", "/v1/webhooks/{id}/dead-letters", .read, deadLetters),
        ("POST", "/v1/webhooks/{id}/reactivate", .write, reactivate),
        ("POST", "/v1/webhooks/{id}/rotate-secret", .write, rotateSecret),
        ("POST", "/v1/webhooks/dead-letters/{dlid}/replay", .write, replay),
        ("DELETE", "/v1/webhooks/dead-letters/{dlid}", .write, discard),
    ]

    @Sendable
    static func create(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let (url, events) = try WebhookRequest.creation(try call.body(), service.webhooks.policy)
        let (vault, owner, now, id) = (service.vault, call.owner, call.now, service.newID(at: call.now))
        let (limit, secret) = (service.webhooks.limit, WebhookSecret(random: service.random))
        let body = try await service.database.write { sql -> [UInt8] in
            let webhooks = WebhookTable(sql, vault)
            guard try webhooks.count(owner: owner) < limit else {
                throw APIError(.webhookLimitReached) { _ in ["limit": .number(JSONNumber(limit))] }
            }
            try webhooks.insert(id: id, owner: owner, url: url, events: events, secret: secret, now: now)
            guard let webhook = try webhooks.find(id, owner: owner) else { throw RecordError.vanished("webhooks") }
            return JSONValue.object(WebhookObject.json(webhook, showing: secret)).compact
        }
        return confidential(.json(body, status: 201))
    }

    @Sendable
    static func list(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(call, filters: [])
        let found = try service.database.read { sql in
            let webhooks = WebhookTable(sql, service.vault)
            let before = try query.after.map { try webhooks.seq(of: $0) ?? 0 }
            return try webhooks.list(owner: call.owner, before: before, limit: query.limit + 1)
        }
        return query.page(of: found, id: \.id, WebhookObject.json)
    }

    @Sendable
    static func read(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let webhook = try service.database.read { try find(call, $0, service.vault) }
        return .json(JSONValue.object(WebhookObject.json(webhook)).compact)
    }

    @Sendable
    static func update(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let request = try WebhookRequest(change: try call.body(), service.webhooks.policy)
        let now = call.now
        return try await change(service, call) { webhooks, webhook in
            try webhooks.update(
                webhook, url: request.url ?? webhook.url, events: request.events ?? webhook.events)
            switch request.active {
            case nil: break
            case true?: if !webhook.isActive { try webhooks.activate(webhook) }
            case false?: try webhooks.deactivate(webhook.seq, .disabled, now: now)
            }
        }
    }

    @Sendable
    static func delete(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let (vault, now, wake) = (service.vault, call.now, service.webhooks.wake)
        try await service.database.write { sql in
            let webhooks = WebhookTable(sql, vault)
            try webhooks.delete(try find(call, sql, vault), now: now)
            sql.afterCommit(wake)
            sql.truncateLogAfterCommit()
        }
        return .empty()
    }

    /// Turns a webhook on that was turned off.
    @Sendable
    static func reactivate(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        try call.noFields()
        return try await change(service, call) { webhooks, webhook in try webhooks.activate(webhook) }
    }

    @Sendable
    static func rotateSecret(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        try call.noFields()
        let (now, secret) = (call.now, WebhookSecret(random: service.random))
        return try await change(service, call, showing: secret) { webhooks, webhook in
            try webhooks.rotate(webhook, to: secret, now: now)
        }
    }

    /// The webhook that the path names.
    static func find(_ call: PushCall, _ sql: any SQLConnection, _ vault: Vault) throws -> Webhook {
        guard let webhook = try WebhookTable(sql, vault).find(try call.id(.webhook), owner: call.owner) else {
            throw APIError(.notFound)
        }
        return webhook
    }

    private static func change(
        _ service: PushService, _ call: PushCall, showing secret: WebhookSecret? = nil,
        _ body: @escaping @Sendable (WebhookTable, Webhook) throws -> Void
    ) async throws -> HTTPResponse {
        let (vault, wake) = (service.vault, service.webhooks.wake)
        let answer = try await service.database.write { sql -> [UInt8] in
            let webhooks = WebhookTable(sql, vault)
            let webhook = try find(call, sql, vault)
            try body(webhooks, webhook)
            guard let changed = try webhooks.find(seq: webhook.seq) else { throw RecordError.vanished("webhooks") }
            sql.afterCommit(wake)
            let object = secret.map { WebhookObject.json(changed, showing: $0) } ?? WebhookObject.json(changed)
            return JSONValue.object(object).compact
        }
        return secret == nil ? .json(answer) : confidential(.json(answer))
    }

    private static func confidential(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headers.add("Cache-Control", "no-store")
        return response
    }
}
