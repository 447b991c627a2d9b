// SPDX-License-Identifier: Apache-2.0
import WaxSystem

@testable import WaxRelay

/// Keeps what it is given instead of sending it, and answers what a test has asked for.
final class RecordingSender: WakeSending {
    struct Sent: Sendable {
        let lane: ProviderLane
        let token: [UInt8]
        let sealed: [UInt8]
        let isVisible: Bool
    }

    private struct State {
        var sent: [Sent] = []
        var outcomes: [WakeOutcome] = []
    }

    private let apps: Set<String>
    private let state = Locked(State())

    init(apps: Set<String>) { self.apps = apps }

    var sent: [Sent] { state.withLock { $0.sent } }

    /// What the next pushes come to; after them, all are delivered.
    func answer(_ outcomes: WakeOutcome...) { state.withLock { $0.outcomes = outcomes } }

    func canSend(_ lane: ProviderLane) -> Bool { apps.contains(lane.app) }

    func send(_ push: WakePush, _ done: @escaping @Sendable (WakeOutcome) -> Void) {
        let sent = Sent(
            lane: push.lane, token: push.opened.withToken { Array($0) }, sealed: push.sealed, isVisible: push.isVisible)
        let outcome = state.withLock { state in
            state.sent.append(sent)
            return state.outcomes.isEmpty ? .delivered : state.outcomes.removeFirst()
        }
        done(outcome)
    }

    func stop() {}
}
