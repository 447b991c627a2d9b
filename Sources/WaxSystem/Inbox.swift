// SPDX-License-Identifier: Apache-2.0

/// The queue between a thread that acts and all others.
package final class Inbox<Event: Sendable>: Sendable {
    private let events = Locked<[Event]>([])

    package init() {}

    package func put(_ event: Event) {
        events.withLock { $0.append(event) }
        events.notify()
    }

    /// All that has arrived; waits at most `limit` when there is nothing.
    package func take(atMost limit: Duration) -> [Event] {
        events.wait(atMost: limit) { events in
            guard !events.isEmpty else { return nil }
            defer { events.removeAll(keepingCapacity: true) }
            return events
        } ?? []
    }

    /// Takes what arrives for as long as `isAwaited` says so, in all for `limit` at most, spent waiting.
    package func take(while isAwaited: () -> Bool, atMost limit: Duration, _ body: (Event) -> Void) {
        var rest = limit
        while isAwaited(), rest > .zero {
            let begin = ContinuousClock.now
            let events = take(atMost: rest)
            rest -= ContinuousClock.now - begin
            for event in events { body(event) }
        }
    }
}
