// SPDX-License-Identifier: Apache-2.0
import WaxRecords
package import WaxStore
package import WaxSystem

/// The attempts of all webhooks, kept for some days.
package struct WebhookDeliveryTable {
    private let sql: any SQLConnection

    package init(_ sql: any SQLConnection) {
        self.sql = sql
    }

    func insert(_ delivery: WebhookDelivery, webhook: Int64) throws {
        try sql.execute(
            """
            INSERT INTO webhook_deliveries (webhook, id, event, type, attempt, success, http_status, error_reason,
                duration_ms, occurred_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(webhook), .blob(delivery.id.bytes), .blob(delivery.event.bytes),
                .integer(delivery.type.rawValue), .integer(delivery.attempt), SQLValue(delivery.isSuccess),
                SQLValue(delivery.httpStatus), SQLValue(delivery.errorReason),
                SQLValue(delivery.durationMilliseconds), SQLValue(delivery.occurredAt),
            ])
    }

    /// At most `limit` attempts, newest first, beginning behind the one called `before`.
    package func list(webhook: Webhook, before: ULID?, limit: Int) throws -> [WebhookDelivery] {
        let start: [UInt8] = before?.bytes ?? Array(repeating: 0xFF, count: 17)
        return try sql.all(
            """
            SELECT id, event, type, attempt, success, http_status, error_reason, duration_ms, occurred_at
            FROM webhook_deliveries WHERE webhook = ? AND id < ? ORDER BY id DESC LIMIT ?
            """,
            [.integer(webhook.seq), .blob(start), .integer(Int64(limit))]
        ) { row in
            guard let id = ULID(bytes: try row.blob(0)), let event = ULID(bytes: try row.blob(1)),
                let type = EventType(rawValue: try row.integer(2))
            else { throw RecordError.unreadable("webhook_deliveries") }
            return WebhookDelivery(
                id: id, event: event, type: type, attempt: try row.integer(3), isSuccess: try row.boolean(4),
                httpStatus: try row.optionalInteger(5), errorReason: try row.optionalText(6),
                durationMilliseconds: try row.optionalInteger(7), occurredAt: try row.timestamp(8))
        }
    }

    /// Forgets at most `limit` attempts that are older than `time`; returns how many there were.
    package func removeOlder(than time: Timestamp, limit: Int) throws -> Int {
        try sql.removeOlder(than: time, from: "webhook_deliveries", limit: limit)
    }
}

extension SQLConnection {
    /// Forgets at most `limit` rows of `table` whose id was made before `time`, of each webhook by its key's order.
    func removeOlder(than time: Timestamp, from table: String, limit: Int) throws -> Int {
        let stamp = UInt64(bitPattern: time.milliseconds)
        let first = (0..<6).map { UInt8(truncatingIfNeeded: stamp >> (40 - 8 * UInt64($0))) }
        var count = 0
        for webhook in try all("SELECT seq FROM webhooks WHERE deleted_at IS NULL", [], { try $0.integer(0) })
        where count < limit {
            count += try execute(
                """
                DELETE FROM \(table) WHERE webhook = ? AND id IN (
                    SELECT id FROM \(table) WHERE webhook = ? AND id < ? ORDER BY id LIMIT ?
                )
                """,
                [.integer(webhook), .integer(webhook), .blob(first), .integer(Int64(limit - count))])
        }
        return count
    }
}
