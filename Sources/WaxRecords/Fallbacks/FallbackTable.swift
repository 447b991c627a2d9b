// SPDX-License-Identifier: Apache-2.0
package import WaxStore
package import WaxSystem

/// The fallback texts of pushes.
package struct FallbackTable {
    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    func insert(_ text: FallbackText, push: Int64, id: ULID) throws {
        let content = try vault.cipher.protect(text.encoded, table: "fallbacks", column: "content", row: id.bytes)
        try sql.execute(
            "INSERT INTO fallbacks (push, push_id, state, content) VALUES (?, ?, ?, ?)",
            [.integer(push), .blob(id.bytes), .integer(FallbackState.pending.rawValue), .blob(content)])
    }

    /// What becomes of the text of a push that has just ended: it is sent unless a device `wasReached` or the push
    /// `isExpired`. In test mode it counts as sent.
    ///
    /// - Returns: whether it is to be sent now.
    package func settle(_ push: Push, wasReached: Bool, isExpired: Bool, now: Timestamp) throws -> Bool {
        guard push.fallback?.state == .pending else { return false }
        if wasReached {
            try end(push.seq, .notNeeded)
        } else if isExpired {
            try end(push.seq, .failed, errorCode: "EXPIRED")
        } else if push.owner.mode == .test {
            try end(push.seq, .sent, messageID: "test_\(push.id.text)")
        } else {
            try sql.execute(
                "UPDATE fallbacks SET state = ?, due_at = ? WHERE push = ?",
                [.integer(FallbackState.sending.rawValue), SQLValue(now), .integer(push.seq)])
            return true
        }
        return false
    }

    /// Forgets the text of a push that was cancelled.
    package func cancel(push: Int64) throws {
        try end(push, .cancelled)
    }

    /// Takes at most `limit` texts that are due and that nobody holds.
    package func claim(limit: Int, leaseUntil: Timestamp, now: Timestamp) throws -> [FallbackClaim] {
        try sql.all(
            """
            UPDATE fallbacks SET lease_epoch = lease_epoch + 1, lease_until = ?
            WHERE push IN (SELECT push FROM fallbacks WHERE due_at <= ? AND lease_until <= ? ORDER BY due_at LIMIT ?)
            RETURNING push, lease_epoch, push_id, attempts, content
            """,
            [SQLValue(leaseUntil), SQLValue(now), SQLValue(now), .integer(Int64(limit))]
        ) { row -> FallbackClaim? in
            // A row that is damaged keeps no other from being sent.
            guard let id = ULID(bytes: try row.blob(2)) else { return nil }
            let text = try? row.optionalBlob(4).map {
                try FallbackText(
                    encoded: vault.cipher.reveal($0, table: "fallbacks", column: "content", row: id.bytes))
            }
            return FallbackClaim(
                push: try row.integer(0), epoch: try row.integer(1), pushID: id, attempts: try row.integer(3),
                text: text ?? nil)
        }.compactMap { $0 }
    }

    /// When the next text is due that nobody holds, or when a lease that somebody holds ends; `now` when a claim would
    /// find one at once.
    package func nextDue(now: Timestamp) throws -> Timestamp? { try sql.nextDue(in: "fallbacks", now: now) }

    /// Frees every claim. Only for a start at which no other process works on this store.
    package func forgetLeases() throws {
        try sql.execute("UPDATE fallbacks SET lease_until = 0 WHERE lease_until > 0")
    }

    /// Ends a text as sent or failed, and purges it. Throws `LeaseLost`.
    package func finish(
        _ claim: FallbackClaim, as state: FallbackState, messageID: String? = nil, errorCode: String? = nil
    ) throws {
        try change(
            claim,
            """
            state = ?, message_id = ?, error_code = ?, attempts = attempts + 1, content = NULL, due_at = NULL,
            lease_until = 0
            """, [.integer(state.rawValue), SQLValue(messageID), SQLValue(errorCode)])
    }

    /// Gives a text back until `time`, when it is tried again. Throws `LeaseLost`.
    package func retry(_ claim: FallbackClaim, at time: Timestamp) throws {
        try change(claim, "attempts = attempts + 1, due_at = ?, lease_until = 0", [SQLValue(time)])
    }

    private func change(_ claim: FallbackClaim, _ assignments: String, _ values: [SQLValue]) throws {
        let changed = try sql.execute(
            "UPDATE fallbacks SET \(assignments) WHERE push = ? AND lease_epoch = ? AND due_at IS NOT NULL",
            values + [.integer(claim.push), .integer(claim.epoch)])
        guard changed == 1 else { throw LeaseLost() }
    }

    private func end(
        _ push: Int64, _ state: FallbackState, messageID: String? = nil, errorCode: String? = nil
    ) throws {
        try sql.execute(
            """
            UPDATE fallbacks SET state = ?, message_id = ?, error_code = ?, content = NULL, due_at = NULL
            WHERE push = ? AND state = ?
            """,
            [
                .integer(state.rawValue), SQLValue(messageID), SQLValue(errorCode), .integer(push),
                .integer(FallbackState.pending.rawValue),
            ])
    }
}
