// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// Gathers what a client tells, and lets a test wait for it.
final class OutcomeCollector: Sendable {
    struct Content {
        var outcomes: [UInt64: [HTTP2Outcome]] = [:]
        var count = 0
        var events: [HTTP2ClientEvent] = []
    }

    private let content = Locked(Content())

    func add(_ answers: [HTTP2Answer]) {
        content.withLock { content in
            content.count += answers.count
            for answer in answers { content.outcomes[answer.id, default: []].append(answer.outcome) }
        }
        content.notify()
    }

    func add(_ event: HTTP2ClientEvent) {
        content.withLock { $0.events.append(event) }
        content.notify()
    }

    var current: Content { content.withLock { $0 } }

    /// Blocks until `count` outcomes have come, duplicates included.
    @discardableResult
    func wait(for count: Int) -> Content {
        content.wait { $0.count >= count ? $0 : nil }
    }

    /// Blocks until an event satisfies `isWanted`.
    func wait(forEvent isWanted: (HTTP2ClientEvent) -> Bool) {
        _ = content.wait { $0.events.contains(where: isWanted) ? true : nil }
    }
}
