// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

/// What webhooks are still to be sent, for each in the order in which it is due.
struct WebhookQueue {
    private let sql: any SQLConnection

    init(_ sql: any SQLConnection) {
        self.sql = sql
    }

    /// Puts events behind all that is due for a webhook, which is told of them from `now` on.
    func append(_ events: [WebhookEvent], to webhook: Int64, now: Timestamp) throws {
        let next = try sql.first(
            """
            UPDATE webhooks SET next_n = next_n + ?, due_at = min(coalesce(due_at, ?), ?) WHERE seq = ?
            RETURNING next_n
            """,
            [.integer(Int64(events.count)), SQLValue(now), SQLValue(now), .integer(webhook)]
        ) { try $0.integer(0) }
        guard let next else { throw RecordError.vanished("webhooks") }
        let first = next - Int64(events.count)
        try sql.executeMany(
            """
            INSERT INTO webhook_queue (webhook, due_at, n, event, type, subject, delivery, data, attempts, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
            """, count: events.count
        ) { index in
            let event = events[index]
            return [
                .integer(webhook), SQLValue(now), .integer(first + Int64(index)), .blob(event.id.bytes),
                .integer(event.type.rawValue), .integer(event.subject.record), SQLValue(event.subject.delivery),
                SQLValue(event.data), SQLValue(event.createdAt),
            ]
        }
    }

    /// At most `limit` elements, the first that are due in front, whether they are due by now or not.
    func list(webhook: Int64, limit: Int) throws -> [QueuedEvent] {
        try sql.all(
            """
            SELECT due_at, n, event, type, subject, delivery, data, attempts, created_at FROM webhook_queue
            WHERE webhook = ? ORDER BY due_at, n LIMIT ?
            """, [.integer(webhook), .integer(Int64(limit))]
        ) { row in
            guard let id = ULID(bytes: try row.blob(2)), let type = EventType(rawValue: try row.integer(3)) else {
                throw RecordError.unreadable("webhook_queue")
            }
            let subject = EventSubject(type, record: try row.integer(4), delivery: try row.optionalInteger(5))
            return QueuedEvent(
                event: WebhookEvent(
                    id: id, type: type, createdAt: try row.timestamp(8), subject: subject,
                    data: try row.optionalText(6)),
                n: try row.integer(1), dueAt: try row.timestamp(0), attempts: Int(try row.integer(7)))
        }
    }

    func remove(_ events: [QueuedEvent], webhook: Int64) throws {
        try sql.executeMany("DELETE FROM webhook_queue WHERE webhook = ? AND due_at = ? AND n = ?", events) {
            key(of: $0, webhook)
        }
    }

    /// Puts an element back after an attempt, to be tried again at `time`.
    func retry(_ event: QueuedEvent, webhook: Int64, at time: Timestamp) throws {
        try sql.execute(
            "UPDATE webhook_queue SET due_at = ?, attempts = ? WHERE webhook = ? AND due_at = ? AND n = ?",
            [SQLValue(time), .integer(Int64(event.attempts + 1))] + key(of: event, webhook))
    }

    private func key(of event: QueuedEvent, _ webhook: Int64) -> [SQLValue] {
        [.integer(webhook), SQLValue(event.dueAt), .integer(event.n)]
    }
}
