// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// A value under a lock, and tasks that wait for it to become something.
package final class Watched<State>: Sendable {
    private struct Waiter {
        let id: UInt64
        /// Ends the wait and answers true, or answers false when there is nothing yet.
        let serve: (State) -> Bool
        let giveUp: () -> Void
    }

    private struct Content {
        var state: State
        var waiters: [Waiter] = []
        var nextID: UInt64 = 0
        /// Waits that were over before they began.
        var ended: Set<UInt64> = []
    }

    private let content: Locked<Content>

    /// Takes the value at the start.
    package init(_ state: sending State) {
        content = Locked(Content(state: state))
    }

    /// Looks at the value.
    package func read<Result>(_ body: (State) -> Result) -> Result {
        content.withLock { body($0.state) }
    }

    /// Changes the value, and serves those who waited for it.
    package func update<Result>(_ body: (inout State) -> Result) -> Result {
        content.withLock { content in
            defer { content.waiters.removeAll { $0.serve(content.state) } }
            return body(&content.state)
        }
    }

    /// Waits until `find` gives a result; nil once `limit` has passed or the task is cancelled.
    package func first<Result: Sendable>(
        within limit: Duration, _ find: @escaping @Sendable (State) -> Result?
    ) async -> Result? {
        let id = content.withLock { content in
            content.nextID += 1
            return content.nextID
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            end(id)
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result?, Never>) in
                let waiter = Waiter(
                    id: id,
                    serve: { state in
                        guard let result = find(state) else { return false }
                        continuation.resume(returning: result)
                        return true
                    },
                    giveUp: { continuation.resume(returning: nil) })
                begin(waiter)
            }
        } onCancel: {
            end(id)
        }
        content.withLock { _ = $0.ended.remove(id) }
        return result
    }

    private func begin(_ waiter: Waiter) {
        content.withLock { content in
            if waiter.serve(content.state) { return }
            if content.ended.contains(waiter.id) {
                waiter.giveUp()
            } else {
                content.waiters.append(waiter)
            }
        }
    }

    private func end(_ id: UInt64) {
        content.withLock { content in
            if let index = content.waiters.firstIndex(where: { $0.id == id }) {
                content.waiters.remove(at: index).giveUp()
            } else {
                content.ended.insert(id)
            }
        }
    }
}
