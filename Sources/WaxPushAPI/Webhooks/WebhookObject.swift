// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxObjects
import WaxRecords
import WaxWebhooks

/// Webhooks, their attempts and their dead letters as the API shows them.
enum WebhookObject {
    static func json(_ webhook: Webhook) -> JSONObject {
        let health = webhook.health
        return [
            "id": .string(PublicID(.webhook, webhook.id).text), "url": .string(webhook.url),
            "events": .array(webhook.events.names.map(JSONValue.string)), "active": .bool(webhook.isActive),
            "deactivated_reason": JSONValue(webhook.deactivatedReason),
            "deactivated_at": JSONValue(webhook.deactivatedAt), "failing_since": JSONValue(health.failingSince),
            "failed_events": JSONValue(health.failedEvents), "last_success_at": JSONValue(health.lastSuccessAt),
            "last_failure_at": JSONValue(health.lastFailureAt),
            "last_failure_reason": JSONValue(health.lastFailureReason),
            "secret_rotated_at": JSONValue(webhook.secretRotatedAt), "created_at": JSONValue(webhook.createdAt),
        ]
    }

    /// A webhook with its secret, which is shown when it is made and never again.
    static func json(_ webhook: Webhook, showing secret: WebhookSecret) -> JSONObject {
        var object = json(webhook)
        object["secret"] = .string(secret.text)
        return object
    }

    static func json(_ delivery: WebhookDelivery) -> JSONObject {
        [
            "id": .string(PublicID(.webhookDelivery, delivery.id).text),
            "event_id": .string(PublicID(.event, delivery.event).text), "event_type": .string(delivery.type.name),
            "attempt": JSONValue(delivery.attempt), "success": .bool(delivery.isSuccess),
            "http_status": JSONValue(delivery.httpStatus), "error_reason": JSONValue(delivery.errorReason),
            "duration_ms": JSONValue(delivery.durationMilliseconds), "occurred_at": JSONValue(delivery.occurredAt),
        ]
    }

    static func json(_ letter: DeadLetter, of webhook: Webhook) throws -> JSONObject {
        [
            "id": .string(PublicID(.deadLetter, letter.id).text),
            "event_id": .string(PublicID(.event, letter.eventID).text), "event_type": .string(letter.eventType.name),
            "failed_reason": .string(letter.failedReason), "created_at": JSONValue(letter.createdAt),
            "replayed_at": JSONValue(letter.replayedAt),
            "payload": try JSONReader.parse(letter.payload(mode: webhook.owner.mode)),
        ]
    }
}
