// SPDX-License-Identifier: Apache-2.0
package import WaxStore
package import WaxSystem

/// The receipts of all accounts; what senders wrote is protected at rest.
package struct ReceiptTable {
    let sql: any SQLConnection
    let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Adds a receipt. `collapseID` is as its sender gave it; nil when nothing may take the receipt's place.
    package func insert(_ receipt: Receipt, collapseID: String?) throws {
        try sql.execute(
            """
            INSERT INTO receipts (notification, account, integration_key, repeat_seconds, created_at, expires_at,
                collapse_lookup, details, status, repeats_sent, due_at, callback_status, push)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(receipt.notification), .integer(receipt.account), SQLValue(receipt.key),
                .integer(receipt.repeatSeconds), SQLValue(receipt.createdAt), SQLValue(receipt.expiresAt),
                SQLValue(collapseID.map { lookup($0, of: receipt.account, receipt.key) }),
                .blob(try details(of: receipt)),
                .integer(receipt.status.rawValue), .integer(receipt.repeatsSent), SQLValue(receipt.dueAt),
                SQLValue(receipt.callback?.status.rawValue), SQLValue(receipt.push),
            ])
    }

    /// Writes down what changed about a receipt that was active. One that has ended with a callback is `callbackDue` at
    /// that time. Throws `LeaseLost` when the receipt has ended meanwhile.
    package func save(_ receipt: Receipt, callbackDue: Timestamp? = nil) throws {
        let changed = try sql.execute(
            """
            UPDATE receipts SET details = ?, status = ?, repeats_sent = ?, due_at = ?, ended_at = ?, cancel_reason = ?,
                callback_status = ?, callback_due_at = ?, push = ?, last_delivered_at = ?
            WHERE notification = ? AND status = ?
            """,
            [
                .blob(try details(of: receipt)), .integer(receipt.status.rawValue), .integer(receipt.repeatsSent),
                SQLValue(receipt.dueAt), SQLValue(receipt.endedAt), SQLValue(receipt.cancelReason?.rawValue),
                SQLValue(receipt.callback?.status.rawValue), SQLValue(callbackDue), SQLValue(receipt.push),
                SQLValue(receipt.lastDeliveredAt), .integer(receipt.notification),
                .integer(ReceiptStatus.active.rawValue),
            ])
        guard changed == 1 else { throw LeaseLost() }
        // No alert may come, or take the place of the push that clears it, once somebody reacted or nobody is to.
        if receipt.status == .acknowledged || receipt.status == .canceled, let push = receipt.push {
            try PushTable(sql, vault).withdraw(seq: push)
        }
    }

    package func find(_ notification: Int64) throws -> Receipt? {
        try sql.first(
            "\(Self.selection) WHERE receipts.notification = ?", [.integer(notification)], receipt(from:))
    }

    /// The receipts of an account that can still be acknowledged, oldest first.
    package func active(account: Int64, at now: Timestamp) throws -> [Receipt] {
        try sql.all(
            """
            \(Self.selection) WHERE receipts.account = ? AND receipts.status = ? AND receipts.expires_at > ?
            ORDER BY receipts.notification
            """, [.integer(account), .integer(ReceiptStatus.active.rawValue), SQLValue(now)], receipt(from:))
    }

    /// How many of them there are.
    package func activeCount(account: Int64, at now: Timestamp) throws -> Int {
        try sql.first(
            "SELECT count(*) FROM receipts WHERE account = ? AND status = ? AND expires_at > ?",
            [.integer(account), .integer(ReceiptStatus.active.rawValue), SQLValue(now)]
        ) { Int(try $0.integer(0)) } ?? 0
    }

    /// The active receipts that the same sender made with a collapse id.
    package func active(collapseID: String, account: Int64, key: Int64?, at now: Timestamp) throws -> [Receipt] {
        try sql.all(
            """
            \(Self.selection) WHERE receipts.account = ? AND receipts.status = ? AND receipts.expires_at > ?
                AND receipts.collapse_lookup = ?
            """,
            [
                .integer(account), .integer(ReceiptStatus.active.rawValue), SQLValue(now),
                .blob(lookup(collapseID, of: account, key)),
            ], receipt(from:))
    }

    /// The identifiers of at most `limit` receipts whose time has come, longest due first.
    package func due(at now: Timestamp, limit: Int) throws -> [Int64] {
        try sql.all(
            "SELECT notification FROM receipts WHERE due_at <= ? ORDER BY due_at LIMIT ?",
            [SQLValue(now), .integer(Int64(limit))]
        ) { try $0.integer(0) }
    }

    /// Ends an active receipt that cannot be carried on, as one to which nobody reacted: its row or its notification is
    /// damaged. Who is told of such an end has a callback due at once.
    package func abandon(_ notification: Int64, now: Timestamp) throws {
        try sql.execute(
            """
            UPDATE receipts SET status = ?, due_at = NULL, ended_at = ?,
                callback_due_at = CASE WHEN callback_status IS NOT NULL THEN ? END
            WHERE notification = ? AND status = ?
            """,
            [
                .integer(ReceiptStatus.expired.rawValue), SQLValue(now), SQLValue(now), .integer(notification),
                .integer(ReceiptStatus.active.rawValue),
            ])
    }

    /// When the next receipt is due.
    package func nextDue() throws -> Timestamp? {
        try sql.first("SELECT min(due_at) FROM receipts WHERE due_at IS NOT NULL") {
            try $0.optionalTimestamp(0)
        } ?? nil
    }

    /// Forgets the receipts that ended up to `oldest`; returns how many.
    package func remove(endedUpTo oldest: Timestamp) throws -> Int {
        try sql.execute("DELETE FROM receipts WHERE ended_at <= ?", [SQLValue(oldest)])
    }

    static let table = "receipts"
    static let selection = """
        SELECT receipts.notification, receipts.account, receipts.integration_key, receipts.repeat_seconds,
            receipts.created_at, receipts.expires_at, receipts.details, receipts.status, receipts.repeats_sent,
            receipts.due_at, receipts.ended_at, receipts.cancel_reason, receipts.callback_status,
            receipts.callback_attempts, receipts.callback_delivered_at, receipts.callback_last_status, receipts.push,
            CASE WHEN pushes.sent > 0 THEN COALESCE(pushes.sent_at, receipts.last_delivered_at)
                ELSE receipts.last_delivered_at END
        FROM receipts LEFT JOIN pushes ON pushes.seq = receipts.push
        """

    func receipt(from row: Row) throws -> Receipt {
        let notification = try row.integer(0)
        guard let status = ReceiptStatus(rawValue: try row.integer(7)) else {
            throw RecordError.unreadable(Self.table)
        }
        let details = try ReceiptDetails(
            encoded: vault.cipher.reveal(
                try row.blob(6), table: Self.table, column: "details", row: "\(notification)"))
        var callback: Callback?
        if let state = try row.optionalInteger(12).flatMap(Callback.Status.init(rawValue:)) {
            callback = Callback()
            callback?.status = state
            callback?.attempts = try row.integer(13)
            callback?.deliveredAt = try row.optionalTimestamp(14)
            callback?.lastStatusCode = try row.optionalInteger(15)
        }
        return Receipt(
            notification: notification, account: try row.integer(1), key: try row.optionalInteger(2),
            repeatSeconds: try row.integer(3), createdAt: try row.timestamp(4), expiresAt: try row.timestamp(5),
            details: details, status: status, repeatsSent: try row.integer(8), dueAt: try row.optionalTimestamp(9),
            endedAt: try row.optionalTimestamp(10),
            cancelReason: try row.optionalInteger(11).flatMap(ReceiptCancelReason.init(rawValue:)),
            callback: callback, push: try row.optionalInteger(16), lastDeliveredAt: try row.optionalTimestamp(17))
    }

    private func details(of receipt: Receipt) throws -> [UInt8] {
        try vault.cipher.protect(
            receipt.details.encoded, table: Self.table, column: "details", row: "\(receipt.notification)")
    }

    /// What one sender's use of a collapse id is found by.
    private func lookup(_ collapseID: String, of account: Int64, _ key: Int64?) -> [UInt8] {
        vault.collapseIDs.digest(of: "\(account) \(key ?? 0) \(collapseID)")
    }
}
