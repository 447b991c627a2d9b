// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

extension WebhookTable {
    /// Takes at most `limit` webhooks for which something is due and that nobody holds; those that fail only if asked.
    func claim(limit: Int, failingToo: Bool, leaseUntil: Timestamp, now: Timestamp) throws -> [WebhookClaim] {
        try sql.all(
            """
            UPDATE webhooks SET lease_epoch = lease_epoch + 1, lease_until = ?
            WHERE seq IN (
                SELECT seq FROM webhooks
                WHERE due_at <= ? AND lease_until <= ? AND (failing_since IS NULL OR ? = 1) ORDER BY due_at LIMIT ?
            )
            RETURNING seq, lease_epoch, lease_until, failing_since IS NOT NULL
            """,
            [SQLValue(leaseUntil), SQLValue(now), SQLValue(now), SQLValue(failingToo), .integer(Int64(limit))]
        ) { row in
            WebhookClaim(
                webhook: try row.integer(0), epoch: try row.integer(1), leaseUntil: try row.timestamp(2),
                isFailing: try row.boolean(3))
        }
    }

    /// When something is next due for a webhook that nobody holds, or when a lease that somebody holds ends; `now` when a
    /// claim would find one at once.
    func nextDue(now: Timestamp) throws -> Timestamp? { try sql.nextDue(in: "webhooks", now: now) }

    /// Holds a webhook for longer. Throws `LeaseLost`.
    func renew(_ claim: WebhookClaim, until: Timestamp) throws {
        try change(claim, "lease_until = ?", [SQLValue(until)])
    }

    /// Gives a webhook back until the first element of its queue is due; when it is off, all of them are. Throws
    /// `LeaseLost`.
    func release(_ claim: WebhookClaim) throws {
        try change(
            claim,
            """
            lease_until = 0, due_at = (
                SELECT min(CASE WHEN webhooks.active = 1 THEN webhook_queue.due_at ELSE 0 END) FROM webhook_queue
                WHERE webhook_queue.webhook = webhooks.seq
            )
            """, [])
    }

    /// Throws `LeaseLost` when the webhook is somebody else's now.
    func check(_ claim: WebhookClaim) throws {
        let epoch = try sql.first("SELECT lease_epoch FROM webhooks WHERE seq = ?", [.integer(claim.webhook)]) {
            try $0.integer(0)
        }
        guard epoch == claim.epoch else { throw LeaseLost() }
    }

    /// Frees every claim. Only for a start at which no other process works on this store.
    package func forgetLeases() throws {
        try sql.execute("UPDATE webhooks SET lease_until = 0 WHERE lease_until > 0")
    }

    private func change(_ claim: WebhookClaim, _ assignments: String, _ values: [SQLValue]) throws {
        let changed = try sql.execute(
            "UPDATE webhooks SET \(assignments) WHERE seq = ? AND lease_epoch = ?",
            values + [.integer(claim.webhook), .integer(claim.epoch)])
        guard changed == 1 else { throw LeaseLost() }
    }
}
