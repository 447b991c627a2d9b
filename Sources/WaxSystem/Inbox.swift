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
}
