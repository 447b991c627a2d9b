// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

/// Sends what is due of the scheduled notifications, inside a write: the notification, its push and the new state of the
/// schedule are one change, so that nothing is lost or sent twice whenever a server dies.
struct ScheduleDispatch {
    /// How long the end of a push is waited for before the schedule counts as sent without it.
    static let settleWithin = Duration.seconds(60)

    private let sql: Transaction
    private let vault: Vault
    private let quota: NotificationQuota
    private let zones: ZoneDatabase
    private let room: WaitingRoom<Awaited>
    private var schedules: ScheduleTable { ScheduleTable(sql, vault) }

    /// `room` is where requests wait for receipts.
    init(
        _ sql: Transaction, _ vault: Vault, quota: NotificationQuota, zones: ZoneDatabase,
        calling room: WaitingRoom<Awaited>
    ) {
        self.sql = sql
        self.vault = vault
        self.quota = quota
        self.zones = zones
        self.room = room
    }

    /// Sends one that is due. However late it is, and however many times of a series have passed, that is one
    /// notification; `uid` is its new identifier. Returns what was sent; nil when nothing was.
    func send(_ seq: Int64, uid: ULID, now: Timestamp) throws -> NotificationSender.Sent? {
        guard let old = try schedules.find(seq), let due = old.dueAt, due <= now else { return nil }
        var schedule = old
        let stored = try StoredSchedule(old.content)
        guard try hasValidKey(old, now) else {
            schedule.failed(.keyRevoked, now: now)
            try schedules.save(schedule, insteadOf: old)
            return nil
        }
        guard let person = try PersonTable(sql, vault).find(account: old.account) else {
            throw RecordError.vanished("people")
        }
        let recurrence = try stored.recurrence?.recurrence(zones)
        func next(sent: Int64) -> Timestamp? { recurrence?.next(after: max(now, due), sent: Int(sent)) }
        do {
            let sent = try send(stored.notification, from: person, key: old.key, uid: uid, now: now)
            schedule.sent(
                notification: sent.id, push: sent.push, next: next(sent: old.occurrences + 1),
                settleBy: now + Self.settleWithin, now: now)
            if sent.push == nil {
                let outcome = stored.notification.isPushed ? PushOutcome.noDevice : .disabled
                schedule.settled(
                    delivery: outcome.delivery?.rawValue, reason: outcome.reason?.rawValue, now: now)
            }
            try schedules.save(schedule, insteadOf: old)
            return sent
        } catch let problem as Problem {
            // Of all refusals only these can come of a notification that was taken before.
            let failure = problem.code == .quota ? ScheduleFailure.quotaExceeded : .internalError
            schedule.skipped(failure, next: next(sent: old.occurrences), now: now)
            try schedules.save(schedule, insteadOf: old)
            return nil
        }
    }

    /// With its receipt, or without where the account has too many: better an alert that does not repeat than none.
    private func send(
        _ request: NotificationRequest, from person: Person, key: Int64?, uid: ULID, now: Timestamp
    ) throws -> NotificationSender.Sent {
        do {
            return try sql.attempt {
                try ReceiptKeeper(sql, vault, calling: room).send(
                    request, from: person, key: key, uid: uid, quota: quota, now: now)
            }
        } catch let problem as Problem where problem.code == .receiptLimit {
            return try sql.attempt {
                try NotificationSender(sql, vault).send(
                    request, from: person, key: key, uid: uid, quota: quota, now: now)
            }
        }
    }

    /// Notes the end of the newest push of one that is being sent, once it is known or not waited for any longer; returns
    /// whether it was.
    func settle(_ seq: Int64, now: Timestamp) throws -> Bool {
        guard let old = try schedules.find(seq), let end = old.settleBy else { return false }
        let push = try old.push.flatMap { try PushTable(sql, vault).find(seq: $0) }
        guard push?.state.isFinal ?? true || end <= now else { return false }
        let outcome = push.map(PushOutcome.init)
        var schedule = old
        schedule.settled(delivery: outcome?.delivery?.rawValue, reason: outcome?.reason?.rawValue, now: now)
        try schedules.save(schedule, insteadOf: old)
        return true
    }

    private func hasValidKey(_ schedule: ScheduledNotification, _ now: Timestamp) throws -> Bool {
        guard let seq = schedule.key else { return true }
        guard let key = try IntegrationKeyTable(sql, vault).find(seq: seq) else { return false }
        return key.expiresAt.map { now < $0 } ?? true
    }
}
