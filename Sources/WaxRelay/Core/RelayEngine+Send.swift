// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxSystem

extension RelayEngine {
    /// How long a provider is tried.
    private static let patience = Duration.seconds(5 * 3600).microseconds
    /// How long an app is left alone whose provider refuses it.
    private static let breakerSpan = Duration.seconds(60).microseconds

    /// Makes the push of a wake and hands it to the provider. The device is that of `passed`.
    func send(_ wake: PendingWake, _ passed: Passed, _ opener: TokenOpener) {
        let lane = lane(passed.opened)
        let now = now
        if let until = state.withLock({ $0.broken[lane] }), until > now { return putBack(wake, after: until - now) }
        guard let sealed = sealed(wake, passed.opened, opener) else {
            parts.log(.error, "a push could not be sealed")
            return end(wake, .givenUp)
        }
        let push = WakePush(
            lane: lane, opened: passed.opened, sealed: sealed, isVisible: isVisible(wake, passed.opened))
        parts.metrics.count(.sent)
        parts.sender.send(push) { [self] outcome in finish(wake, lane, passed.keys, outcome) }
    }

    /// What the device is sent: the contacts of all tokens that still count, or the payload of the simple mode.
    private func sealed(_ wake: PendingWake, _ first: OpenedToken, _ opener: TokenOpener) -> [UInt8]? {
        if case .simple(let payload) = wake.kind, wake.tokens.count == 1 {
            return try? SimpleWakeMessage(payload: payload, token: wake.tokens[0])?.sealed(with: first.wakeKey)
        }
        var references: [[UInt8]] = []
        var flags: WakeMessage.Flags = wake.looksAtAll ? .syncAll : []
        for token in wake.tokens {
            // One token, which is nearly always all there is, has been opened just now.
            let opened = wake.tokens.count == 1 ? first : try? opener.open(token, hour: hour)
            guard let opened else { continue }
            if opened.isTest { flags.insert(.test) }
            if !references.contains(opened.reference) { references.append(opened.reference) }
        }
        let message = WakeMessage(flags: flags, minutes: minutes, references: references)
        return try? message.sealed(with: first.wakeKey)
    }

    /// What came of a push (docs/sealed-token.md, "What providers answer").
    private func finish(_ wake: PendingWake, _ lane: ProviderLane, _ keys: WakeCounter.Keys, _ outcome: WakeOutcome) {
        let now = now
        switch outcome {
        case .delivered: parts.metrics.count(.delivered)
        case .dead:
            parts.metrics.count(.refusedByProvider)
            state.withLock { $0.counter.noteDead(keys, now: now) }
        case .misconfigured(let reason):
            parts.metrics.count(.refusedByProvider)
            let isNew = state.withLock { state in
                defer { state.broken[lane] = now + Self.breakerSpan }
                return (state.broken[lane] ?? 0) <= now
            }
            if isNew { parts.log(.error, "\(lane.app): the provider refuses this app: \(reason)") }
            putBack(wake, after: Self.breakerSpan)
        case .rejected(let reason):
            parts.log(.error, "\(lane.app): the provider calls a request wrong: \(reason)")
            end(wake, .refusedByProvider)
        case .again(let wait):
            let backoff = Duration.seconds(min(900, 1 << min(wake.attempt, 10))).microseconds
            putBack(wake, after: max(backoff, wait?.microseconds ?? 0))
        }
    }

    /// Lets a wake come again, with a little chance in when, or gives it up after five hours.
    private func putBack(_ wake: PendingWake, after wait: Int64) {
        var wake = wake
        wake.attempt += 1
        let due = now + wait + Int64(randomNumber() % UInt64(max(1, wait / 4)))
        guard due - wake.since < Self.patience else { return end(wake, .givenUp) }
        parts.metrics.count(.retried)
        put(.again(wake), at: due)
    }

    /// A wake has come to nothing: whoever sends it again may do so.
    func end(_ wake: PendingWake, _ event: RelayMetrics.Event) {
        parts.metrics.count(event)
        if let key = wake.guardKey { state.withLock { $0.repeats.release(key) } }
    }
}
