// SPDX-License-Identifier: Apache-2.0
import WaxStore
package import WaxSystem

extension ReceiptTable {
    /// Takes at most `limit` callbacks that are due and that nobody holds.
    package func claimCallbacks(limit: Int, leaseUntil: Timestamp, now: Timestamp) throws -> [CallbackClaim] {
        let claimed = try sql.all(
            """
            UPDATE receipts SET lease_epoch = lease_epoch + 1, lease_until = ?
            WHERE notification IN (
                SELECT notification FROM receipts WHERE callback_due_at <= ? AND lease_until <= ?
                ORDER BY callback_due_at LIMIT ?)
            RETURNING notification, lease_epoch
            """, [SQLValue(leaseUntil), SQLValue(now), SQLValue(now), .integer(Int64(limit))]
        ) { (try $0.integer(0), try $0.integer(1)) }
        return try claimed.compactMap { notification, epoch in
            // A row that is damaged keeps no other from being sent.
            do {
                return try find(notification).map { CallbackClaim(receipt: $0, epoch: epoch) }
            } catch let error as StoreError where error.isOfTheStore {
                throw error
            } catch {
                try sql.execute(
                    "UPDATE receipts SET callback_due_at = NULL, callback_status = ? WHERE notification = ?",
                    [.integer(Callback.Status.failed.rawValue), .integer(notification)])
                return nil
            }
        }
    }

    /// When the next callback is due that nobody holds, or when a lease that somebody holds ends.
    package func nextCallbackDue(now: Timestamp) throws -> Timestamp? {
        try sql.nextDue(in: "receipts", by: "callback_due_at", now: now)
    }

    /// Frees every claim. Only for a start at which no other process works on this store.
    package func forgetCallbackLeases() throws {
        try sql.execute("UPDATE receipts SET lease_until = 0 WHERE lease_until > 0")
    }

    /// Ends a callback as delivered or given up. Throws `LeaseLost`.
    package func finish(_ claim: CallbackClaim, as status: Callback.Status, code: Int?, now: Timestamp) throws {
        try change(
            claim, code: code, "callback_status = ?, callback_delivered_at = ?, callback_due_at = NULL",
            [.integer(status.rawValue), SQLValue(status == .delivered ? now : nil)])
    }

    /// Gives a callback back until `time`, when it is tried again. Throws `LeaseLost`.
    package func retry(_ claim: CallbackClaim, at time: Timestamp, code: Int?) throws {
        try change(claim, code: code, "callback_due_at = ?", [SQLValue(time)])
    }

    private func change(
        _ claim: CallbackClaim, code: Int?, _ assignments: String, _ values: [SQLValue]
    ) throws {
        let changed = try sql.execute(
            """
            UPDATE receipts SET \(assignments), callback_attempts = callback_attempts + 1, callback_last_status = ?,
                lease_until = 0
            WHERE notification = ? AND lease_epoch = ? AND callback_due_at IS NOT NULL
            """, values + [SQLValue(code), .integer(claim.receipt.notification), .integer(claim.epoch)])
        guard changed == 1 else { throw LeaseLost() }
    }
}
