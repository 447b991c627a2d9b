// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// One webhook that is held: what is known of it, what is on its way, and what is not written down yet. Confined to the
/// dispatcher's thread.
final class EndpointJob {
    struct UnderWay {
        let event: LoadedEvent
        let task: Task<Void, Never>
    }

    var claim: WebhookClaim
    var window: SendingWindow
    /// The webhook as it was when it was last read; nil before.
    var webhook: Webhook?
    /// Nil when they cannot be read.
    var secrets: [WebhookSecret]?
    /// Events that are due, in order.
    var ready: [LoadedEvent] = []
    var underWay: [Int64: UnderWay] = [:]
    var results: [AttemptResult] = []
    /// Events of a webhook that is off, to be given up.
    var abandoned: [(event: LoadedEvent, letterID: ULID)] = []
    /// Events whose object is gone, or damaged.
    var vanished: [QueuedEvent] = []
    /// Whether nothing more was due when events were last read.
    var isExhausted = false
    /// When the webhook is read again at the latest; nil before it was read, and when it may have been changed.
    var readAgainAt: Timestamp?
    /// When the first event is due that was not due then.
    var nextDue: Timestamp?
    /// Whether its rows are damaged: it is held, so that nobody else stumbles over it, and looked at again later.
    var isDamaged = false

    init(_ claim: WebhookClaim, largestWindow: Int) {
        self.claim = claim
        window = SendingWindow(largest: largestWindow, isFailing: claim.isFailing)
    }

    /// Something was changed in the store: more may be due, and the webhook may have another address or secret.
    func mayHaveChanged() {
        isExhausted = false
        readAgainAt = nil
    }

    /// What is not written down yet.
    var hasNews: Bool { !results.isEmpty || !abandoned.isEmpty || !vanished.isEmpty }

    /// Nothing is due and nothing under way: what is not written down is the last for now.
    var isDrained: Bool { isExhausted && ready.isEmpty && underWay.isEmpty && !isDamaged }

    /// The numbers of all events that are in memory.
    var known: Set<Int64> {
        Set(underWay.keys).union(ready.map(\.queued.n)).union(results.map(\.event.queued.n))
    }

    /// How many more requests may begin now.
    var sendable: Int {
        let room = window.size - underWay.count
        guard room > 0, !ready.isEmpty else { return 0 }
        var held = Set(underWay.values.map(\.event.subject))
        return min(room, ready.count { held.insert($0.subject).inserted })
    }

    /// Takes out at most `count` events to be sent, in their order; one whose subject has an earlier event under way, or
    /// in front of it, waits.
    func take(_ count: Int) -> [LoadedEvent] {
        var held = Set(underWay.values.map(\.event.subject))
        var taken: [LoadedEvent] = []
        var left: [LoadedEvent] = []
        for event in ready {
            if held.insert(event.subject).inserted, taken.count < count {
                taken.append(event)
            } else {
                left.append(event)
            }
        }
        ready = left
        return taken
    }

    /// What was written down is forgotten.
    func clearNews() {
        results.removeAll()
        abandoned.removeAll()
        vanished.removeAll()
    }
}
