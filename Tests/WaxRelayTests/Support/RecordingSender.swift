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
        var kept: [@Sendable (WakeOutcome) -> Void]?
        var outcomes: [WakeOutcome] = []
    }

    private let apps: Set<String>
    private let state = Locked(State())

    init(apps: Set<String>) { self.apps = apps }

    var sent: [Sent] { state.withLock { $0.sent } }

    /// What the next pushes come to; after them, all are delivered.
    func answer(_ outcomes: WakeOutcome...) { state.withLock { $0.outcomes = outcomes } }

    /// Keeps the answers to what is sent from now on, until `land`.
    func keepAnswers() { state.withLock { $0.kept = [] } }

    /// Gives all answers that were kept, and keeps no more.
    func land(_ outcome: WakeOutcome) {
        let kept = state.withLock { state in
            defer { state.kept = nil }
            return state.kept ?? []
        }
        for done in kept { done(outcome) }
    }

    func canSend(_ lane: ProviderLane) -> Bool { apps.contains(lane.app) }

    func send(_ push: WakePush, _ done: @escaping @Sendable (WakeOutcome) -> Void) {
        let sent = Sent(
            lane: push.lane, token: push.opened.withToken { Array($0) }, sealed: push.sealed, isVisible: push.isVisible)
        let outcome: WakeOutcome? = state.withLock { state in
            state.sent.append(sent)
            guard state.kept == nil else {
                state.kept?.append(done)
                return nil
            }
            return state.outcomes.isEmpty ? .delivered : state.outcomes.removeFirst()
        }
        if let outcome { done(outcome) }
    }

    func stop() {}
}
