// SPDX-License-Identifier: Apache-2.0
import WaxDelivery
import WaxHTTP
import WaxSystem

/// Lanes that end nowhere: they keep what they are given, and answer by a script or when the test says.
final class FakeProviders: LaneOpener {
    struct Unreachable: Error {}

    /// A request as it was handed over.
    struct Sent: Sendable {
        let lane: LaneKey
        let request: HTTP2Request
    }

    /// How a request ends; nil when the test will say later.
    typealias Script = @Sendable (Sent) -> HTTP2Outcome?

    private struct State {
        var script: Script = { _ in .accepted }
        var sent: [Sent] = []
        var batches: [Int] = []
        var held: [Sent] = []
        var opened: [LaneKey] = []
        var reconnected: [LaneKey] = []
        var closed: [LaneKey] = []
        var isReachable = true
        var mostHeld = 0
        var isStopped = false
        var late = 0
        var onOpen: @Sendable () -> Void = {}
        var onOutcomes: @Sendable ([HTTP2Answer]) -> Void = { _ in }
    }

    private let time: any TimeSource
    private let state = Locked(State())

    init(time: any TimeSource) { self.time = time }

    /// How many requests came past their deadline.
    var late: Int { state.withLock { $0.late } }

    var sent: [Sent] { state.withLock { $0.sent } }
    /// How many requests were handed over each time.
    var batches: [Int] { state.withLock { $0.batches } }
    var held: [Sent] { state.withLock { $0.held } }
    var opened: [LaneKey] { state.withLock { $0.opened } }
    var reconnected: [LaneKey] { state.withLock { $0.reconnected } }
    var closed: [LaneKey] { state.withLock { $0.closed } }
    /// The most requests that waited for their answer at once.
    var mostHeld: Int { state.withLock { $0.mostHeld } }

    /// Answers what comes from now on by `script`.
    func answer(_ script: @escaping Script) {
        state.withLock { $0.script = script }
    }

    /// Answers nothing until `release` is called.
    func hold() { answer { _ in nil } }

    /// What happens meanwhile when a lane is opened.
    func whenOpening(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.onOpen = action }
    }

    func setReachable(_ isReachable: Bool) {
        state.withLock { $0.isReachable = isReachable }
    }

    /// Ends requests that were held, at most `count`, the first first.
    func release(_ count: Int = .max, _ outcome: (Sent) -> HTTP2Outcome = { _ in .accepted }) {
        let (released, onOutcomes) = state.withLock { state in
            let released = Array(state.held.prefix(count))
            state.held.removeFirst(released.count)
            return (released, state.onOutcomes)
        }
        onOutcomes(released.map { HTTP2Answer(id: $0.request.id, outcome: outcome($0)) })
    }

    /// Answers what is held, at most `count` at a time, as it comes, from a thread of its own until `stop` is called.
    func releaseFromAnotherThread(_ count: Int) {
        BackgroundThread.start { [self] in
            while state.wait(for: { state in state.isStopped ? false : state.held.isEmpty ? nil : true }) {
                release(count)
            }
        }
    }

    /// Ends the threads that answer.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.notify()
    }

    func open(_ key: LaneKey, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void) throws -> any ProviderLane {
        try state.withLock { state in
            guard state.isReachable else { throw Unreachable() }
            state.opened.append(key)
            state.onOutcomes = onOutcomes
        }
        state.withLock { $0.onOpen }()
        return Lane(key: key, providers: self, onOutcomes: onOutcomes)
    }

    private struct Lane: ProviderLane {
        let key: LaneKey
        let providers: FakeProviders
        let onOutcomes: @Sendable ([HTTP2Answer]) -> Void

        func submit(_ requests: [HTTP2Request], before deadline: Duration) {
            guard providers.time.uptime() <= deadline else {
                providers.state.withLock { $0.late += requests.count }
                return onOutcomes(requests.map { HTTP2Answer(id: $0.id, outcome: .notProcessed(.timedOut)) })
            }
            let sent = requests.map { Sent(lane: key, request: $0) }
            let script = providers.state.withLock { state in
                state.sent += sent
                state.batches.append(sent.count)
                return state.script
            }
            var answers: [HTTP2Answer] = []
            var held: [Sent] = []
            for item in sent {
                if let outcome = script(item) {
                    answers.append(HTTP2Answer(id: item.request.id, outcome: outcome))
                } else {
                    held.append(item)
                }
            }
            providers.state.withLock { state in
                state.held += held
                state.mostHeld = max(state.mostHeld, state.held.count)
            }
            providers.state.notify()
            if !answers.isEmpty { onOutcomes(answers) }
        }

        func reconnect() {
            providers.state.withLock { $0.reconnected.append(key) }
        }

        func close(drain: Duration) {
            providers.state.withLock { $0.closed.append(key) }
        }
    }
}
