// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Holds whoever waits at it until the test opens it, and lets the test wait for those who wait or gave up.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var next = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var cancelled: Set<Int> = []
        var arrivals = 0
        var cancellations = 0
        var watchers: [(condition: @Sendable (Int, Int) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func satisfied() -> [CheckedContinuation<Void, Never>] {
            let met = watchers.filter { $0.condition(arrivals, cancellations) }.map(\.continuation)
            watchers.removeAll { $0.condition(arrivals, cancellations) }
            return met
        }
    }

    private let state = Locked(State())

    /// Waits until the gate opens; false when the task is cancelled first.
    func pass() async -> Bool {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (result, met) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
                    state.arrivals += 1
                    if state.isOpen || state.cancelled.contains(id) { return (state.isOpen, state.satisfied()) }
                    state.waiting[id] = continuation
                    return (nil, state.satisfied())
                }
                if let result { continuation.resume(returning: result) }
                for watcher in met { watcher.resume() }
            }
        } onCancel: {
            let (waiting, met) = state.withLock { state in
                state.cancelled.insert(id)
                state.cancellations += 1
                return (state.waiting.removeValue(forKey: id), state.satisfied())
            }
            waiting?.resume(returning: false)
            for watcher in met { watcher.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Waits until `count` have arrived at the gate.
    func arrivals(_ count: Int) async { await watch { arrivals, _ in arrivals >= count } }

    /// Waits until `count` of those who waited were cancelled.
    func cancellations(_ count: Int) async { await watch { _, cancellations in cancellations >= count } }

    private func watch(_ condition: @escaping @Sendable (Int, Int) -> Bool) async {
        await withCheckedContinuation { continuation in
            let met = state.withLock { state in
                state.watchers.append((condition, continuation))
                return state.satisfied()
            }
            for watcher in met { watcher.resume() }
        }
    }
}
