// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxStore
package import WaxSystem

/// The webhooks of all accounts; their secrets are protected at rest.
package struct WebhookTable {
    let sql: any SQLConnection
    let vault: Vault

    /// How long the secret before the present one signs, too.
    package static let rotationOverlap = Duration.seconds(24 * 3600)

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    package func insert(
        id: ULID, owner: Owner, url: String, events: EventTypes, secret: WebhookSecret, now: Timestamp
    ) throws {
        try sql.execute(
            """
            INSERT INTO webhooks (id, account, mode, url, events, active, secret, created_at)
            VALUES (?, ?, ?, ?, ?, 1, ?, ?)
            """,
            [
                .blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue), .text(url),
                .integer(events.rawValue), .blob(try protect(secret, "secret", of: id)), SQLValue(now),
            ])
    }

    /// How many webhooks an owner has.
    package func count(owner: Owner) throws -> Int64 {
        try sql.first(
            "SELECT count(*) FROM webhooks WHERE account = ? AND mode = ? AND deleted_at IS NULL",
            [.integer(owner.account), .integer(owner.mode.rawValue)]
        ) { try $0.integer(0) } ?? 0
    }

    package func find(_ id: ULID, owner: Owner) throws -> Webhook? {
        try sql.first(
            "\(Self.selection) WHERE id = ? AND account = ? AND mode = ? AND deleted_at IS NULL",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)], Self.webhook(from:))
    }

    package func find(seq: Int64) throws -> Webhook? {
        try sql.first(
            "\(Self.selection) WHERE seq = ? AND deleted_at IS NULL", [.integer(seq)], Self.webhook(from:))
    }

    /// The number of a webhook, also of one that was deleted.
    package func seq(of id: ULID) throws -> Int64? {
        try sql.first("SELECT seq FROM webhooks WHERE id = ?", [.blob(id.bytes)]) { try $0.integer(0) }
    }

    /// At most `limit` webhooks, newest first, beginning behind the one with number `before`.
    package func list(owner: Owner, before: Int64?, limit: Int) throws -> [Webhook] {
        try sql.all(
            """
            \(Self.selection)
            WHERE account = ? AND mode = ? AND deleted_at IS NULL AND seq < ? ORDER BY seq DESC LIMIT ?
            """,
            [
                .integer(owner.account), .integer(owner.mode.rawValue), .integer(before ?? .max),
                .integer(Int64(limit)),
            ], Self.webhook(from:))
    }

    /// The webhooks of an owner that are on, with what each is told of.
    func subscriptions(owner: Owner) throws -> [(webhook: Int64, events: EventTypes)] {
        try sql.all(
            "SELECT seq, events FROM webhooks WHERE account = ? AND mode = ? AND active = 1",
            [.integer(owner.account), .integer(owner.mode.rawValue)]
        ) { (try $0.integer(0), EventTypes(rawValue: try $0.integer(1))) }
    }

    /// The secrets to sign with, the present one first. Throws when one does not open in its row.
    package func secrets(of webhook: Webhook, now: Timestamp) throws -> [WebhookSecret] {
        let stored = try sql.first(
            "SELECT secret, previous_secret, previous_secret_until FROM webhooks WHERE seq = ?",
            [.integer(webhook.seq)]
        ) { row in
            let overlaps = try row.optionalTimestamp(2).map { $0 > now } ?? false
            return [("secret", try row.optionalBlob(0)), ("previous_secret", overlaps ? try row.optionalBlob(1) : nil)]
        }
        return try (stored ?? []).compactMap { column, value in
            guard let value else { return nil }
            let bytes = try vault.cipher.reveal(value, table: "webhooks", column: column, row: webhook.id.bytes)
            guard let secret = WebhookSecret(String(decoding: bytes, as: UTF8.self)) else {
                throw RecordError.unreadable("webhooks")
            }
            return secret
        }
    }

    func protect(_ secret: WebhookSecret, _ column: String, of id: ULID) throws -> [UInt8] {
        try vault.cipher.protect(secret.textBytes, table: "webhooks", column: column, row: id.bytes)
    }

    private static let selection = """
        SELECT seq, id, account, mode, url, events, active, deactivated_reason, deactivated_at, failing_since,
            failed_events, last_success_at, last_failure_at, last_failure_reason, secret_rotated_at, created_at
        FROM webhooks
        """

    private static func webhook(from row: Row) throws -> Webhook {
        guard let id = ULID(bytes: try row.blob(1)), let mode = Mode(rawValue: try row.integer(3)) else {
            throw RecordError.unreadable("webhooks")
        }
        return Webhook(
            seq: try row.integer(0), id: id, owner: Owner(account: try row.integer(2), mode: mode),
            url: try row.text(4), events: EventTypes(rawValue: try row.integer(5)), isActive: try row.boolean(6),
            deactivatedReason: try row.optionalText(7), deactivatedAt: try row.optionalTimestamp(8),
            health: WebhookHealth(
                failingSince: try row.optionalTimestamp(9), failedEvents: try row.integer(10),
                lastSuccessAt: try row.optionalTimestamp(11), lastFailureAt: try row.optionalTimestamp(12),
                lastFailureReason: try row.optionalText(13)),
            secretRotatedAt: try row.optionalTimestamp(14), createdAt: try row.timestamp(15))
    }
}
