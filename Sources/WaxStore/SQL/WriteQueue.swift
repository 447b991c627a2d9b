// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// The writes that wait for the writer's thread, in the order they came.
final class WriteQueue: Sendable {
    /// What the writer does next.
    enum Step {
        case group([any PendingWrite])
        case truncateLog
        case stop
    }

    private struct State {
        var waiting: [any PendingWrite] = []
        var isClosed = false
    }

    private let largestGroup: Int
    private let state = Locked(State())

    init(largestGroup: Int) {
        self.largestGroup = max(1, largestGroup)
    }

    var count: Int { state.withLock { $0.waiting.count } }

    /// False when the queue is closed: then the write was not taken.
    func append(_ write: any PendingWrite) -> Bool {
        let (isTaken, isFirst) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.waiting.append(write)
            return (true, state.waiting.count == 1)
        }
        if isFirst { state.notify() }
        return isTaken
    }

    /// Takes no more writes; those that wait are still carried out.
    func close() {
        state.withLock { $0.isClosed = true }
        state.notify()
    }

    /// Waits for writes; with `delay` no longer than that, and then it is time to truncate the log.
    func next(truncatingAfter delay: Duration?) -> Step {
        guard let delay else { return state.wait { self.take(&$0) } }
        guard delay > .zero else { return .truncateLog }
        return state.wait(atMost: delay) { self.take(&$0) } ?? .truncateLog
    }

    private func take(_ state: inout State) -> Step? {
        if state.waiting.isEmpty { return state.isClosed ? .stop : nil }
        guard state.waiting.count > largestGroup else {
            defer { state.waiting = [] }
            return .group(state.waiting)
        }
        defer { state.waiting.removeFirst(largestGroup) }
        return .group(Array(state.waiting.prefix(largestGroup)))
    }
}
