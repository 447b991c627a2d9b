// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxStore
package import WaxSystem

/// What was given up, for some weeks.
package struct DeadLetterTable {
    private let sql: any SQLConnection

    package init(_ sql: any SQLConnection) {
        self.sql = sql
    }

    /// `event` must have its data.
    func insert(_ event: WebhookEvent, id: ULID, webhook: Int64, reason: FailureReason, now: Timestamp) throws {
        try sql.execute(
            """
            INSERT INTO webhook_dead_letters (webhook, id, event, type, subject, delivery, data, event_created_at,
                failed_reason, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(webhook), .blob(id.bytes), .blob(event.id.bytes), .integer(event.type.rawValue),
                .integer(event.subject.record), SQLValue(event.subject.delivery), SQLValue(event.data),
                SQLValue(event.createdAt), .text(reason.text), SQLValue(now),
            ])
    }

    /// At most `limit` dead letters, newest first, beginning behind the one called `before`.
    package func list(webhook: Webhook, includingReplayed: Bool, before: ULID?, limit: Int) throws -> [DeadLetter] {
        let start: [UInt8] = before?.bytes ?? Array(repeating: 0xFF, count: 17)
        return try sql.all(
            """
            \(Self.selection) WHERE webhook = ? AND id < ? AND (? = 1 OR replayed_at IS NULL) ORDER BY id DESC LIMIT ?
            """,
            [.integer(webhook.seq), .blob(start), SQLValue(includingReplayed), .integer(Int64(limit))],
            Self.deadLetter(from:))
    }

    package func find(_ id: ULID) throws -> DeadLetter? {
        try sql.first("\(Self.selection) WHERE id = ?", [.blob(id.bytes)], Self.deadLetter(from:))
    }

    /// Puts an event back into its webhook's queue, under its old name and with all attempts before it.
    package func replay(_ letter: DeadLetter, now: Timestamp) throws {
        try WebhookQueue(sql).append([letter.event], to: letter.webhook, now: now)
        try sql.execute(
            "UPDATE webhook_dead_letters SET replayed_at = ? WHERE id = ?", [SQLValue(now), .blob(letter.id.bytes)])
    }

    package func remove(_ letter: DeadLetter) throws {
        try sql.execute("DELETE FROM webhook_dead_letters WHERE id = ?", [.blob(letter.id.bytes)])
    }

    /// Forgets at most `limit` dead letters that are older than `time`; returns how many there were.
    package func removeOlder(than time: Timestamp, limit: Int) throws -> Int {
        try sql.removeOlder(than: time, from: "webhook_dead_letters", limit: limit)
    }

    private static let selection = """
        SELECT webhook, id, event, type, subject, delivery, data, event_created_at, failed_reason, created_at,
            replayed_at
        FROM webhook_dead_letters
        """

    private static func deadLetter(from row: Row) throws -> DeadLetter {
        guard let id = ULID(bytes: try row.blob(1)), let event = ULID(bytes: try row.blob(2)),
            let type = EventType(rawValue: try row.integer(3))
        else { throw RecordError.unreadable("webhook_dead_letters") }
        let subject = EventSubject(type, record: try row.integer(4), delivery: try row.optionalInteger(5))
        return DeadLetter(
            id: id, webhook: try row.integer(0), failedReason: try row.text(8), createdAt: try row.timestamp(9),
            replayedAt: try row.optionalTimestamp(10),
            event: WebhookEvent(
                id: event, type: type, createdAt: try row.timestamp(7), subject: subject, data: try row.text(6)))
    }
}

extension DeadLetter {
    /// The body as it was sent, and as it is sent again.
    package func payload(mode: Mode) -> [UInt8] { EventBody.bytes(event, mode: mode, data: event.data ?? "null") }
}
