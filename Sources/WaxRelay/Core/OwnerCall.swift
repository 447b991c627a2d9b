// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// What comes of the revocations that one call brought: its answer waits until all are over.
final class OwnerCall: Sendable {
    /// The later, the worse.
    enum Outcome: Int, Comparable, Sendable {
        /// On the disk, or nothing that anybody could revoke so.
        case done
        /// The code is not the one that the device was sent, or has ended.
        case refused
        /// The device has had too many of late.
        case limited
        /// The disk did not take it.
        case failed

        static func < (left: Outcome, right: Outcome) -> Bool { left.rawValue < right.rawValue }
    }

    private struct State {
        var open: Int
        var worst = Outcome.done
        var waiting: CheckedContinuation<Outcome, Never>?
    }

    private let state: Locked<State>

    /// A call with so many parts.
    init(parts: Int) { state = Locked(State(open: parts)) }

    /// Notes what came of one part.
    func finish(_ outcome: Outcome) {
        let (waiting, worst) = state.withLock { state in
            state.open -= 1
            state.worst = max(state.worst, outcome)
            guard state.open == 0 else { return (nil as CheckedContinuation<Outcome, Never>?, state.worst) }
            defer { state.waiting = nil }
            return (state.waiting, state.worst)
        }
        waiting?.resume(returning: worst)
    }

    /// The worst that came of any part, once all are over. To be asked for once.
    func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let worst = state.withLock { state -> Outcome? in
                guard state.open > 0 else { return state.worst }
                state.waiting = continuation
                return nil
            }
            if let worst { continuation.resume(returning: worst) }
        }
    }
}
