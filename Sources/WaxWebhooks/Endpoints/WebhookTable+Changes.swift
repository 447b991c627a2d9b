// SPDX-License-Identifier: Apache-2.0
import WaxStore
package import WaxSystem

extension WebhookTable {
    package func update(_ webhook: Webhook, url: String, events: EventTypes) throws {
        try sql.execute(
            "UPDATE webhooks SET url = ?, events = ? WHERE seq = ?",
            [.text(url), .integer(events.rawValue), .integer(webhook.seq)])
    }

    /// Turns a webhook on, with a clean slate.
    package func activate(_ webhook: Webhook) throws {
        var health = webhook.health
        health.forgive()
        try sql.execute(
            "UPDATE webhooks SET active = 1, deactivated_reason = NULL, deactivated_at = NULL WHERE seq = ?",
            [.integer(webhook.seq)])
        try set(health, of: webhook.seq)
    }

    /// Turns a webhook off. What waits for it is looked at soon, and given up.
    package func deactivate(_ seq: Int64, _ reason: DeactivationReason, now: Timestamp) throws {
        try sql.execute(
            """
            UPDATE webhooks SET active = 0, deactivated_reason = ?, deactivated_at = ?,
                due_at = CASE WHEN due_at IS NULL THEN NULL ELSE ? END
            WHERE seq = ? AND active = 1
            """,
            [.text(reason.rawValue), SQLValue(now), SQLValue(now), .integer(seq)])
    }

    /// Gives a webhook a new secret; the one before it signs for a while longer.
    package func rotate(_ webhook: Webhook, to secret: WebhookSecret, now: Timestamp) throws {
        let previous = try secrets(of: webhook, now: now).first
        try sql.execute(
            """
            UPDATE webhooks SET secret = ?, secret_rotated_at = ?, previous_secret = ?, previous_secret_until = ?
            WHERE seq = ?
            """,
            [
                .blob(try protect(secret, "secret", of: webhook.id)), SQLValue(now),
                SQLValue(try previous.map { try protect($0, "previous_secret", of: webhook.id) }),
                SQLValue(now + Self.rotationOverlap), .integer(webhook.seq),
            ])
    }

    /// Forgets a webhook with all that it was sent and was still to be sent. Whoever is sending to it cannot record
    /// anything more.
    package func delete(_ webhook: Webhook, now: Timestamp) throws {
        try sql.execute(
            """
            UPDATE webhooks SET url = '', events = 0, active = 0, secret = NULL, previous_secret = NULL,
                last_failure_reason = NULL, deleted_at = ?, due_at = NULL, lease_epoch = lease_epoch + 1
            WHERE seq = ?
            """,
            [SQLValue(now), .integer(webhook.seq)])
        for table in ["webhook_queue", "webhook_deliveries", "webhook_dead_letters"] {
            try sql.execute("DELETE FROM \(table) WHERE webhook = ?", [.integer(webhook.seq)])
        }
    }

    /// Forgets secrets whose time is over; returns how many there were.
    package func removeExpiredSecrets(now: Timestamp) throws -> Int {
        try sql.execute(
            """
            UPDATE webhooks SET previous_secret = NULL, previous_secret_until = NULL
            WHERE previous_secret IS NOT NULL AND previous_secret_until <= ?
            """, [SQLValue(now)])
    }

    func set(_ health: WebhookHealth, of seq: Int64) throws {
        try sql.execute(
            """
            UPDATE webhooks SET failing_since = ?, failed_events = ?, last_success_at = ?, last_failure_at = ?,
                last_failure_reason = ?
            WHERE seq = ?
            """,
            [
                SQLValue(health.failingSince), .integer(health.failedEvents), SQLValue(health.lastSuccessAt),
                SQLValue(health.lastFailureAt), SQLValue(health.lastFailureReason), .integer(seq),
            ])
    }
}
