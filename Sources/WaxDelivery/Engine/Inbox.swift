// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxSystem

/// What reaches the engine's thread from outside.
enum EngineEvent: Sendable {
    /// There may be something to claim, or a clock that a test moves has been moved.
    case wake
    /// Requests ended.
    case outcomes([HTTP2Answer])
    /// A page that was ordered is there, or cannot be made.
    case page(MadePage)
    /// A provider token that was waited for is there, or is not to be had.
    case token(LaneKey, refusal: ProviderVerdict?)
    /// Begin nothing more; what is under way has so long to end.
    case stop(drain: Duration)
}

/// The queue between the engine's thread and all others.
final class Inbox: Sendable {
    private let events = Locked<[EngineEvent]>([])

    func put(_ event: EngineEvent) {
        events.withLock { $0.append(event) }
        events.notify()
    }

    /// All that has arrived; waits at most `limit` when there is nothing.
    func take(atMost limit: Duration) -> [EngineEvent] {
        events.wait(atMost: limit) { events in
            guard !events.isEmpty else { return nil }
            defer { events = [] }
            return events
        } ?? []
    }
}
