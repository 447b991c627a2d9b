// SPDX-License-Identifier: Apache-2.0
import WaxStore
package import WaxSystem

/// Another process, or this one after its lease ended, owns the push now: nothing of the change was kept.
package struct LeaseLost: Error {
    package init() {}
}

extension PushTable {
    /// Takes at most `limit` pushes that are due and that nobody holds.
    ///
    /// The first claim of a push starts its sending: whether encryption is required is frozen then.
    package func claim(limit: Int, leaseUntil: Timestamp, now: Timestamp) throws -> [PushClaim] {
        try sql.all(
            """
            UPDATE pushes SET state = ?, lease_epoch = lease_epoch + 1, lease_until = ?,
                started_at = coalesce(started_at, ?),
                encrypted = coalesce(encrypted,
                    (SELECT require_encryption FROM push_apps WHERE push_apps.seq = pushes.app))
            WHERE seq IN (
                SELECT seq FROM pushes WHERE due_at <= ? AND lease_until <= ? ORDER BY due_at LIMIT ?
            )
            RETURNING seq, lease_epoch, lease_until, fan_out, next_n
            """,
            [
                .integer(PushState.sending.rawValue), SQLValue(leaseUntil), SQLValue(now), SQLValue(now), SQLValue(now),
                .integer(Int64(limit)),
            ]
        ) { row in
            let stored = try row.optionalText(3)
            let fanOut = stored.flatMap(FanOutCursor.init(text:))
            return PushClaim(
                push: try row.integer(0), epoch: try row.integer(1), leaseUntil: try row.timestamp(2), fanOut: fanOut,
                nextDelivery: try row.integer(4), isDamaged: stored != nil && fanOut == nil)
        }
    }

    /// Frees every claim. Only for a start at which no other process works on this store.
    package func forgetLeases() throws {
        try sql.execute("UPDATE pushes SET lease_until = 0 WHERE lease_until > 0")
    }

    /// When the next push is due that nobody holds, or when a lease that somebody holds ends; `now` when a claim would
    /// find one at once.
    package func nextDue(now: Timestamp) throws -> Timestamp? { try sql.nextDue(in: "pushes", now: now) }

    /// Holds a claim for longer.
    package func renew(_ claim: PushClaim, until: Timestamp) throws {
        try change(claim, "lease_until = ?", [SQLValue(until)])
    }

    /// Records a page of new deliveries: how they count, and where the next page begins.
    package func advance(
        _ claim: PushClaim, to cursor: FanOutCursor?, nextDelivery: Int64, eligible: Int64, adding counts: Push.Counts
    ) throws {
        try change(
            claim,
            """
            fan_out = ?, next_n = ?, device_count = device_count + ?,
            queued = queued + ?, sent = sent + ?, failed = failed + ?, refused = refused + ?
            """,
            [SQLValue(cursor?.text), .integer(nextDelivery), .integer(eligible)] + values(of: counts))
    }

    /// Moves the counts of a push by `counts`, of which some may be negative.
    package func add(_ counts: Push.Counts, _ claim: PushClaim) throws {
        try change(
            claim, "queued = queued + ?, sent = sent + ?, failed = failed + ?, refused = refused + ?",
            values(of: counts))
    }

    /// Ends a push: its content is purged in the same change.
    package func finish(_ claim: PushClaim, as state: PushState, errorCode: String?, now: Timestamp) throws {
        try change(
            claim,
            "state = ?, error_code = ?, sent_at = ?, content = NULL, due_at = NULL, lease_until = 0, fan_out = NULL",
            [.integer(state.rawValue), SQLValue(errorCode), state == .sent ? SQLValue(now) : .null])
        try settle(seq: claim.push, now: now)
    }

    /// Gives a push back until `due`, when what waits in it is tried again.
    package func release(_ claim: PushClaim, until due: Timestamp) throws {
        try change(claim, "due_at = ?, lease_until = 0", [SQLValue(due)])
    }

    private func change(_ claim: PushClaim, _ assignments: String, _ values: [SQLValue]) throws {
        let changed = try sql.execute(
            "UPDATE pushes SET \(assignments) WHERE seq = ? AND lease_epoch = ?",
            values + [.integer(claim.push), .integer(claim.epoch)])
        guard changed == 1 else { throw LeaseLost() }
    }

    private func values(of counts: Push.Counts) -> [SQLValue] {
        [.integer(counts.queued), .integer(counts.sent), .integer(counts.failed), .integer(counts.refused)]
    }
}
