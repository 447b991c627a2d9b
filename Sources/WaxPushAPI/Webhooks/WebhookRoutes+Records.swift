// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxWebhooks

extension WebhookRoutes {
    /// `/v1/webhooks/{id}/deliveries`
    @Sendable
    static func deliveries(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(call, filters: [])
        return try service.database.read { sql in
            let webhook = try find(call, sql, service.vault)
            let found = try WebhookDeliveryTable(sql).list(
                webhook: webhook, before: query.after, limit: query.limit + 1)
            return query.page(of: found, id: \.id, WebhookObject.json)
        }
    }

    /// `/v1/webhooks/{id}/dead-letters`
    @Sendable
    static func deadLetters(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(call, filters: ["include_replayed"])
        let includingReplayed = try query.boolean("include_replayed") ?? false
        return try service.database.read { sql in
            let webhook = try find(call, sql, service.vault)
            let found = try DeadLetterTable(sql).list(
                webhook: webhook, includingReplayed: includingReplayed, before: query.after, limit: query.limit + 1)
            return try query.page(of: found, id: \.id) { try WebhookObject.json($0, of: webhook) }
        }
    }

    /// Sends a dead letter's event again.
    @Sendable
    static func replay(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        try call.noFields()
        let (vault, now, wake) = (service.vault, call.now, service.webhooks.wake)
        let body = try await service.database.write { sql -> [UInt8] in
            let (letter, webhook) = try deadLetter(call, sql, vault)
            guard webhook.isActive else { throw APIError(.webhookInactive) }
            let letters = DeadLetterTable(sql)
            try letters.replay(letter, now: now)
            sql.afterCommit(wake)
            guard let changed = try letters.find(letter.id) else {
                throw RecordError.vanished("webhook_dead_letters")
            }
            return JSONValue.object(try WebhookObject.json(changed, of: webhook)).compact
        }
        return .json(body)
    }

    @Sendable
    static func discard(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let vault = service.vault
        try await service.database.write { sql in
            try DeadLetterTable(sql).remove(try deadLetter(call, sql, vault).letter)
        }
        return .empty()
    }

    private static func deadLetter(
        _ call: PushCall, _ sql: any SQLConnection, _ vault: Vault
    ) throws -> (letter: DeadLetter, webhook: Webhook) {
        guard let letter = try DeadLetterTable(sql).find(try call.id(.deadLetter, "dlid")),
            let webhook = try WebhookTable(sql, vault).find(seq: letter.webhook), webhook.owner == call.owner
        else { throw APIError(.notFound) }
        return (letter, webhook)
    }
}

extension PushCall {
    /// For a call that needs no body: throws for a body that says something.
    func noFields() throws {
        guard !request.body.isEmpty else { return }
        try FieldReader(try body()).finish()
    }
}
