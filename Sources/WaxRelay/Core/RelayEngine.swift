// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxSystem

/// Opens tokens and wakes devices, on threads of its own.
///
/// Everything happens in steps, each of which opens a few tokens; a test takes them itself.
final class RelayEngine: Sendable {
    /// What it works with.
    struct Parts: Sendable {
        let keeper: RelayKeeper
        let revocations: RevocationStore
        let sender: any WakeSending
        let metrics: RelayMetrics
        let limits: RelayLimits
        let time: any TimeSource
        let random: any RandomSource
        var log: Log
    }

    let parts: Parts
    let state: Locked<RelayState>
    let writer: RevocationWriter
    private let isStopped = Locked(false)
    private let running = Locked(0)

    private let threads: Int

    /// For so many threads.
    init(_ parts: Parts, threads: Int = 1) {
        var parts = parts
        parts.log = parts.log.redacted()
        self.parts = parts
        self.threads = threads
        state = Locked(
            RelayState(parts.limits, threads: threads, random: parts.random, now: parts.time.uptime()))
        writer = RevocationWriter(parts.revocations, log: parts.log)
    }

    /// Works on its threads until `stop`.
    func start() {
        running.withLock { [threads] in $0 = threads }
        writer.start()
        for _ in 0..<threads {
            BackgroundThread.start { [self] in
                let opener = TokenOpener(parts.keeper)
                while let step = nextStep() { carryOut(step, opener) }
                running.withLock { $0 -= 1 }
                running.notify()
            }
        }
    }

    /// Takes no more steps, but for revocations, which are over when it returns; what else waits is lost, as it is whenever
    /// the process ends.
    func stop() {
        isStopped.withLock { $0 = true }
        if state.withLock({ $0.mustWake(for: .min) }) { state.notify() }
        running.wait { $0 == 0 ? () : nil }
        finishOwners()
        writer.stop()
    }

    /// Carries out what somebody waits for, and throws away what else is in the queue.
    private func finishOwners() {
        carryOut(state.withLock { $0.takeAll() }.filter(\.work.isAwaited), TokenOpener(parts.keeper))
    }

    /// Takes jobs in; false when there is no room for them.
    func submit(_ jobs: [RelayJob], of client: ClientKey) -> Bool {
        guard !isStopped.withLock({ $0 }) else { return false }
        let (isTaken, wakes) = state.withLock { state in
            guard state.take(jobs, of: client) else { return (false, false) }
            return (true, jobs.first.map { state.mustWake(for: $0.notBefore) } ?? false)
        }
        if wakes { state.notify() }
        // It may have been stopped meanwhile.
        if isTaken, isStopped.withLock({ $0 }) {
            finishOwners()
            writer.flush()
        }
        return isTaken
    }

    /// When work that comes now may begin, at least ten milliseconds from now: its answer is out by then. What comes within
    /// five milliseconds begins together, so that a thread does not wake for each call.
    func notBefore() -> Int64 {
        let earliest = parts.time.uptime().microseconds + Self.answerTime
        return (earliest + Self.beat - 1) / Self.beat * Self.beat
    }

    private static let answerTime = Duration.milliseconds(10).microseconds
    private static let beat = Duration.milliseconds(5).microseconds

    /// Takes all steps that can be taken now, and returns when there may be another.
    func drain(_ opener: TokenOpener) -> Int64? {
        while true {
            switch state.withLock({ $0.next(now: parts.time.uptime()) }) {
            case .wait(let time): return time
            case let step: carryOut(step, opener)
            }
        }
    }

    /// Waits for the next step; nil at the end.
    private func nextStep() -> RelayState.Step? {
        while !isStopped.withLock({ $0 }) {
            let now = parts.time.uptime()
            let (step, news, until) = state.withLock { state in
                let step = state.next(now: now)
                guard case .wait(let time) = step else { return (step, state.news, Int64(0)) }
                return (step, state.news, state.willWait(until: time, now: now.microseconds))
            }
            guard case .wait = step else { return step }
            let patience = Duration.microseconds(max(0, until - now.microseconds))
            state.wait(atMost: patience) { $0.news == news ? nil : () }
        }
        return nil
    }

    private func carryOut(_ step: RelayState.Step, _ opener: TokenOpener) {
        let before = opener.count
        switch step {
        case .jobs(let jobs): carryOut(jobs, opener)
        case .due(.again(let wake, _)): wakeAgain(wake, opener)
        case .due(.gathering(let id)): finishGathering(id, opener)
        case .wait: break
        }
        let opened = opener.count - before
        if opened != step.expectedOpens { state.withLock { $0.correct(step, opened: opened) } }
    }

    var hour: UInt32 { UInt32(max(0, parts.time.now().seconds / 3600)) }
    var minutes: UInt32 { UInt32(max(0, parts.time.now().seconds / 60)) }
    var now: Int64 { parts.time.uptime().microseconds }

    /// A number that nobody can foresee.
    func randomNumber() -> UInt64 { parts.random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
