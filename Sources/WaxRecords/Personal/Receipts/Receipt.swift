// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// A notification that is repeated until somebody reacts. It decides what happens; whoever holds it stores and sends.
package struct Receipt: Equatable, Sendable {
    /// What is to be done when a receipt's time has come.
    package enum Step: Equatable, Sendable {
        case nothing
        /// The notification is pushed once more.
        case push
        /// Nobody reacted in time.
        case expired
    }

    /// The most repeats.
    package static let repeatLimit: Int64 = 50
    /// The most active receipts of an account.
    package static let activeLimit = 25
    /// How long a receipt is kept after its end.
    package static let keptFor = Duration.seconds(7 * 24 * 3600)

    /// The identifier of the notification, which is also that of the receipt.
    package let notification: Int64
    package let account: Int64
    /// The number of the key that sent the notification; nil for the account's own token.
    package let key: Int64?
    package let repeatSeconds: Int64
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package private(set) var details: ReceiptDetails

    package private(set) var status = ReceiptStatus.active
    package private(set) var repeatsSent: Int64 = 0
    /// When to look at it next; nil once it has ended.
    package private(set) var dueAt: Timestamp?
    /// When it was acknowledged, expired or canceled.
    package private(set) var endedAt: Timestamp?
    package private(set) var cancelReason: ReceiptCancelReason?
    /// Nil when nobody is told of the end.
    package internal(set) var callback: Callback?
    /// The number of the newest push; nil when there was no device for it.
    package private(set) var push: Int64?
    /// When a push reached a device last.
    package private(set) var lastDeliveredAt: Timestamp?

    /// A receipt that begins now.
    package init(
        notification: Int64, account: Int64, key: Int64?, repeatSeconds: Int64, expireSeconds: Int64,
        details: ReceiptDetails, push: Int64?, now: Timestamp
    ) {
        self.notification = notification
        self.account = account
        self.key = key
        self.repeatSeconds = repeatSeconds
        createdAt = now
        expiresAt = now + .seconds(expireSeconds)
        self.details = details
        self.push = push
        callback = details.callbackURL.map { _ in Callback() }
        dueAt = nextDue(after: now)
    }

    /// A receipt as it was stored.
    init(
        notification: Int64, account: Int64, key: Int64?, repeatSeconds: Int64, createdAt: Timestamp,
        expiresAt: Timestamp, details: ReceiptDetails, status: ReceiptStatus, repeatsSent: Int64, dueAt: Timestamp?,
        endedAt: Timestamp?, cancelReason: ReceiptCancelReason?, callback: Callback?, push: Int64?,
        lastDeliveredAt: Timestamp?
    ) {
        self.notification = notification
        self.account = account
        self.key = key
        self.repeatSeconds = repeatSeconds
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.details = details
        self.status = status
        self.repeatsSent = repeatsSent
        self.dueAt = dueAt
        self.endedAt = endedAt
        self.cancelReason = cancelReason
        self.callback = callback
        self.push = push
        self.lastDeliveredAt = lastDeliveredAt
    }

    /// Whether a repeat or an answer is still possible.
    package func isActive(at now: Timestamp) -> Bool { status == .active && now < expiresAt }

    /// Decides what is due. Repeats that were missed, because no server ran, are one.
    package mutating func turn(at now: Timestamp) -> Step {
        guard status == .active, let dueAt, dueAt <= now else { return .nothing }
        guard now < expiresAt else {
            end(.expired, at: expiresAt)
            return .expired
        }
        repeatsSent += 1
        self.dueAt = nextDue(after: now)
        return .push
    }

    /// Notes the newest push.
    package mutating func pushed(_ push: Int64?) { self.push = push }

    /// Somebody reacted. False, and nothing changed, when the receipt had ended.
    package mutating func acknowledge(with actionID: String, at now: Timestamp) -> Bool {
        guard isActive(at: now) else { return false }
        details.actionID = actionID
        end(.acknowledged, at: now)
        return true
    }

    /// Ends a receipt that is not wanted any more. False, and nothing changed, when it had ended.
    package mutating func cancel(_ reason: ReceiptCancelReason, at now: Timestamp) -> Bool {
        guard isActive(at: now) else { return false }
        cancelReason = reason
        callback?.status = .canceled
        end(.canceled, at: now)
        return true
    }

    private mutating func end(_ status: ReceiptStatus, at time: Timestamp) {
        self.status = status
        endedAt = time
        dueAt = nil
    }

    private func nextDue(after now: Timestamp) -> Timestamp {
        repeatsSent < Self.repeatLimit ? min(now + .seconds(repeatSeconds), expiresAt) : expiresAt
    }
}
