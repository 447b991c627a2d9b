// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxStore
package import WaxSystem

extension PushTable {
    /// Moves a scheduled push; false when it is not scheduled any more.
    package func reschedule(_ push: Push, to time: Timestamp) throws -> Bool {
        try sql.execute(
            "UPDATE pushes SET scheduled_at = ?, due_at = ? WHERE seq = ? AND state = ?",
            [SQLValue(time), SQLValue(time), .integer(push.seq), .integer(PushState.scheduled.rawValue)]) == 1
    }

    /// Cancels a scheduled push and purges its content; false when it is not scheduled any more.
    ///
    /// A claim changes the state too, so that of a claim and a cancellation only one finds the push scheduled.
    package func cancel(_ push: Push, now: Timestamp) throws -> Bool {
        let changed = try sql.execute(
            """
            UPDATE pushes SET state = ?, cancelled_at = ?, encrypted = ?, content = NULL, due_at = NULL
            WHERE seq = ? AND state = ?
            """,
            [
                .integer(PushState.cancelled.rawValue), SQLValue(now), SQLValue(push.encrypted), .integer(push.seq),
                .integer(PushState.scheduled.rawValue),
            ])
        guard changed == 1 else { return false }
        try FallbackTable(sql, vault).cancel(push: push.seq)
        try LedgerTable(sql).record(
            .refund, push: push.seq, deliveries: push.deviceCount, priceCents: push.priceCents, now: now)
        return true
    }

    /// Tries no delivery of a push again: what waits for another attempt expires. What is under way may still arrive.
    package func withdraw(seq: Int64) throws {
        try sql.execute(
            "UPDATE pushes SET ttl_seconds = 1 WHERE seq = ? AND due_at IS NOT NULL AND ttl_seconds > 1",
            [.integer(seq)])
    }

    /// Settles what a push that has just ended cost, from what was charged and what reached a device or may have.
    ///
    /// Devices that came after acceptance are charged first, so that what is given back was charged in every case.
    func settle(seq: Int64, now: Timestamp) throws {
        let sums = try sql.first(
            "SELECT charged, device_count, sent, failed, price_cents FROM pushes WHERE seq = ?", [.integer(seq)]
        ) { row in try (0..<5).map { try row.integer($0) } }
        guard let sums else { throw RecordError.vanished("pushes") }
        let (charged, eligible, sent, failed, price) = (sums[0], sums[1], sums[2], sums[3], sums[4])
        let uncertain = failed == 0 ? 0 : try uncertainDeliveries(push: seq)
        let ledger = LedgerTable(sql)
        try ledger.record(
            .extraCharge, push: seq, deliveries: max(0, eligible - charged), priceCents: price, now: now)
        try ledger.record(
            .refund, push: seq, deliveries: max(charged, eligible) - sent - uncertain, priceCents: price, now: now)
    }

    private func uncertainDeliveries(push: Int64) throws -> Int64 {
        try sql.first(
            "SELECT count(*) FROM deliveries WHERE push = ? AND error_code = ?",
            [.integer(push), .text(DeliveryError.providerTimeout.rawValue)]
        ) { try $0.integer(0) } ?? 0
    }
}
