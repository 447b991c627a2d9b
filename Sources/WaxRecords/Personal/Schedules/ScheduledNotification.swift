// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
package import WaxSystem

/// A notification that is sent later, once or in a series. It decides what follows from what happened; whoever holds it
/// stores and sends.
package struct ScheduledNotification: Equatable, Sendable {
    /// The most that an account has pending.
    package static let pendingLimit = 25
    /// How long one is kept that was sent or has failed.
    package static let keptFor = Duration.seconds(7 * 24 * 3600)
    /// How long one is kept that was canceled.
    package static let keptWhenCanceled = Duration.seconds(24 * 3600)

    /// The number; 0 before it is stored.
    package internal(set) var seq: Int64 = 0
    /// Under which its content is protected.
    package let uid: ULID
    package let account: Int64
    /// The number of the key that scheduled it; nil for the account's own token.
    package let key: Int64?
    /// What is sent and when, as whoever stores it writes it.
    package let content: JSONObject
    package let createdAt: Timestamp

    package private(set) var status = ScheduleStatus.scheduled
    /// When it is sent; for a series, next.
    package private(set) var sendAt: Timestamp
    /// How often it was sent.
    package private(set) var occurrences: Int64 = 0
    package private(set) var lastSentAt: Timestamp?
    /// When it was sent, changed to failed or was canceled.
    package private(set) var endedAt: Timestamp?
    package private(set) var failure: ScheduleFailure?
    /// The identifier of the newest notification that was made of it.
    package private(set) var notification: Int64?
    /// The number of that notification's push; nil when it goes to no device.
    package private(set) var push: Int64?
    /// What became of it at the devices, as the API says it.
    package private(set) var delivery: String?
    package private(set) var reason: String?
    /// Until when the end of its push is waited for; nil when nothing is.
    package private(set) var settleBy: Timestamp?
    /// Whether the notification just sent is the last one.
    package private(set) var isLast = false

    /// One that is to be sent at `sendAt` first.
    package init(
        uid: ULID, account: Int64, key: Int64?, content: JSONObject, sendAt: Timestamp, now: Timestamp
    ) {
        self.uid = uid
        self.account = account
        self.key = key
        self.content = content
        self.sendAt = sendAt
        createdAt = now
    }

    /// Whether something is still to be sent.
    package var isPending: Bool { status == .scheduled || (status == .sending && !isLast) }

    /// When it is to be sent next; nil when it is not.
    package var dueAt: Timestamp? { isPending ? sendAt : nil }

    /// Whether it is still shown: not once it has ended long ago.
    package func isKept(at now: Timestamp) -> Bool {
        guard let endedAt else { return true }
        return now - (status == .canceled ? Self.keptWhenCanceled : Self.keptFor) < endedAt
    }

    /// A notification was made of it. `next` is when the next one of a series is due; the end of the push is waited for
    /// until `settleBy`.
    package mutating func sent(
        notification: Int64, push: Int64?, next: Timestamp?, settleBy: Timestamp, now: Timestamp
    ) {
        status = .sending
        occurrences += 1
        lastSentAt = now
        self.notification = notification
        self.push = push
        (delivery, reason) = (nil, nil)
        self.settleBy = settleBy
        isLast = next == nil
        if let next { sendAt = next }
    }

    /// The end of the newest push is known, or is not waited for any longer.
    package mutating func settled(delivery: String?, reason: String?, now: Timestamp) {
        guard status == .sending else { return }
        (self.delivery, self.reason) = (delivery, reason)
        settleBy = nil
        if isLast {
            end(.sent, now)
        } else {
            status = .scheduled
        }
    }

    /// Nothing was sent this time. A series goes on at `next`; at its end it counts as sent if anything was.
    package mutating func skipped(_ failure: ScheduleFailure, next: Timestamp?, now: Timestamp) {
        if let next {
            status = .scheduled
            sendAt = next
            settleBy = nil
        } else if occurrences > 0 {
            end(.sent, now)
        } else {
            failed(failure, now: now)
        }
    }

    /// Nothing is sent any more.
    package mutating func failed(_ failure: ScheduleFailure, now: Timestamp) {
        self.failure = failure
        end(.failed, now)
    }

    /// It is not wanted any more.
    package mutating func cancel(now: Timestamp) { end(.canceled, now) }

    private mutating func end(_ status: ScheduleStatus, _ now: Timestamp) {
        self.status = status
        endedAt = now
        settleBy = nil
    }
}

extension ScheduledNotification {
    /// One as it was stored.
    struct Stored {
        let status: ScheduleStatus
        let occurrences: Int64
        let lastSentAt: Timestamp?
        let endedAt: Timestamp?
        let failure: ScheduleFailure?
        let notification: Int64?
        let push: Int64?
        let delivery: String?
        let reason: String?
        let settleBy: Timestamp?
        let isLast: Bool
    }

    mutating func restore(_ stored: Stored) {
        status = stored.status
        occurrences = stored.occurrences
        lastSentAt = stored.lastSentAt
        endedAt = stored.endedAt
        failure = stored.failure
        notification = stored.notification
        push = stored.push
        delivery = stored.delivery
        reason = stored.reason
        settleBy = stored.settleBy
        isLast = stored.isLast
    }
}
