// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// Begins, moves on and ends receipts, inside a write. Whoever waits for a receipt is called once that is committed.
struct ReceiptKeeper {
    private let sql: Transaction
    private let vault: Vault
    private let room: WaitingRoom<Awaited>
    private var receipts: ReceiptTable { ReceiptTable(sql, vault) }

    init(_ sql: Transaction, _ vault: Vault, calling room: WaitingRoom<Awaited>) {
        self.sql = sql
        self.vault = vault
        self.room = room
    }

    /// By what the pushes of an acknowledged notification replace each other whose sender gave no collapse id.
    static func collapseID(_ notification: Int64) -> String { "pwr_\(notification)" }

    /// Counts, stores and pushes a notification as `NotificationSender` does, and begins its receipt where it is to be
    /// acknowledged. Throws `quota.exceeded`, `notification_receipt.limit_exceeded`.
    func send(
        _ request: NotificationRequest, from person: Person, key: Int64?, uid: ULID, quota: NotificationQuota,
        now: Timestamp
    ) throws -> NotificationSender.Sent {
        let sent = try NotificationSender(sql, vault).send(
            request, from: person, key: key, uid: uid, quota: quota, now: now)
        if let acknowledge = request.acknowledge {
            try begin(request, acknowledge, sent, account: person.account, key: key, now: now)
        }
        return sent
    }

    /// Begins the receipt of a notification that was just stored. The receipt of the same sender's last one with this
    /// collapse id ends first. Throws `notification_receipt.limit_exceeded`.
    private func begin(
        _ request: NotificationRequest, _ acknowledge: AcknowledgeRequest, _ sent: NotificationSender.Sent,
        account: Int64, key: Int64?, now: Timestamp
    ) throws {
        if let collapseID = request.collapseID {
            for var old in try receipts.active(collapseID: collapseID, account: account, key: key, at: now) {
                _ = try cancel(&old, .superseded, now: now)
            }
        }
        guard try receipts.activeCount(account: account, at: now) < Receipt.activeLimit else {
            throw Problem(.receiptLimit)
        }
        let details = ReceiptDetails(
            collapseID: request.collapseID ?? Self.collapseID(sent.id), tags: request.tags,
            callbackURL: request.callbackURL?.text)
        try receipts.insert(
            Receipt(
                notification: sent.id, account: account, key: key, repeatSeconds: Int64(acknowledge.repeatSeconds),
                expireSeconds: Int64(acknowledge.expireSeconds), details: details, push: sent.push, now: now),
            collapseID: request.collapseID)
    }

    /// What an acknowledgement leads to.
    struct Acknowledged {
        /// Whether a push goes out that clears the other devices.
        var isPushed = false
        /// Whether a callback is to be sent.
        var hasCallback = false
    }

    /// Somebody tapped a button of a notification: ends its receipt, if it has an active one, and has its devices show it
    /// no longer. `uid` is a new identifier for that push.
    func acknowledge(
        _ notification: StoredNotification, with actionID: String, uid: ULID, now: Timestamp
    ) throws -> Acknowledged {
        guard var receipt = try receipts.find(notification.seq), receipt.acknowledge(with: actionID, at: now) else {
            return Acknowledged()
        }
        try save(receipt, now)
        let push = try push(receipt, notification.content.acknowledged, uid: uid, now: now)
        return Acknowledged(isPushed: push != nil, hasCallback: receipt.callback != nil)
    }

    /// Ends a receipt that is not wanted any more. False, and nothing changed, when it had ended.
    func cancel(_ receipt: inout Receipt, _ reason: ReceiptCancelReason, now: Timestamp) throws -> Bool {
        guard receipt.cancel(reason, at: now) else { return false }
        try receipts.save(receipt)
        callWaiting(for: receipt.notification)
        return true
    }

    /// Ends a receipt that cannot be carried on.
    func abandon(_ notification: Int64, now: Timestamp) throws {
        try receipts.abandon(notification, now: now)
        callWaiting(for: notification)
    }

    /// Does what is due for a receipt: pushes its notification once more, or ends it. `uid` is a new identifier for the
    /// push. Returns whether something was pushed.
    func turn(_ notification: Int64, uid: ULID, now: Timestamp) throws -> Bool {
        guard var receipt = try receipts.find(notification) else { return false }
        switch receipt.turn(at: now) {
        case .nothing: return false
        case .expired:
            try save(receipt, now)
            return false
        case .push:
            let oldest = now - NotificationTable.keptFor
            guard
                let stored = try NotificationTable(sql, vault).find(
                    notification, account: receipt.account, since: oldest)
            else { throw RecordError.vanished("notifications") }
            // The repeat takes its place: of one receipt at most one alert waits for a provider.
            if let last = receipt.push { try PushTable(sql, vault).withdraw(seq: last) }
            receipt.pushed(try push(receipt, stored.content, uid: uid, now: now))
            try receipts.save(receipt)
            return receipt.push != nil
        }
    }

    private func push(
        _ receipt: Receipt, _ content: NotificationContent, uid: ULID, now: Timestamp
    ) throws -> Int64? {
        guard let person = try PersonTable(sql, vault).find(account: receipt.account) else {
            throw RecordError.vanished("people")
        }
        return try NotificationSender(sql, vault).push(
            receipt.notification, content, collapseID: receipt.details.collapseID, to: person, uid: uid, now: now)
    }

    private func save(_ receipt: Receipt, _ now: Timestamp) throws {
        try receipts.save(receipt, callbackDue: receipt.callback == nil ? nil : now)
        callWaiting(for: receipt.notification)
    }

    private func callWaiting(for notification: Int64) {
        sql.afterCommit { [room] in room.call(.receipt(notification)) }
    }
}
