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
        let isVisible = isVisible(wake, passed.opened)
        let sending = Sending(wake: wake, lane: lane, keys: passed.keys, isVisible: isVisible)
        let now = now
        if let until = state.withLock({ $0.broken[lane] }), until > now { return putBack(sending, after: until - now) }
        guard let sealed = sealed(wake, passed, opener) else {
            parts.log(.error, "a push could not be sealed")
            return end(wake, .givenUp)
        }
        let push = WakePush(lane: lane, opened: passed.opened, sealed: sealed, isVisible: isVisible)
        parts.metrics.count(.sent)
        parts.sender.send(push) { [self] outcome in finish(sending, outcome) }
    }

    /// A wake that a provider has.
    private struct Sending {
        let wake: PendingWake
        let lane: ProviderLane
        let keys: WakeCounter.Keys
        let isVisible: Bool
    }

    /// What the device is sent: the contacts of all tokens that still count, or the payload of the simple mode.
    private func sealed(_ wake: PendingWake, _ passed: Passed, _ opener: TokenOpener) -> [UInt8]? {
        let wakeKey = passed.opened.wakeKey
        if case .simple(let payload) = wake.kind, wake.tokens.count == 1 {
            return try? SimpleWakeMessage(payload: payload, token: wake.tokens[0])?.sealed(with: wakeKey)
        }
        var references: [[UInt8]] = []
        var flags: WakeMessage.Flags = wake.looksAtAll ? .syncAll : []
        // One has been looked at just now; others may be revoked.
        var others = pass(wake.tokens.filter { $0 != passed.token }, opener)[...]
        for token in wake.tokens {
            guard let opened = (token == passed.token ? passed : others.removeFirst())?.opened else { continue }
            if opened.isTest {
                flags.insert(.test)
                // A device may take a test alone for nothing to look at.
                if wake.tokens.count > 1 { flags.insert(.syncAll) }
            }
            if !references.contains(opened.reference) { references.append(opened.reference) }
        }
        let message = WakeMessage(flags: flags, minutes: minutes, references: references)
        return try? message.sealed(with: wakeKey)
    }

    /// What came of a push (docs/sealed-token.md, "What providers answer").
    private func finish(_ sending: Sending, _ outcome: WakeOutcome) {
        let now = now
        let (wake, lane) = (sending.wake, sending.lane)
        let backoff = Duration.seconds(min(900, 1 << min(wake.attempt, 10))).microseconds
        switch outcome {
        case .delivered: parts.metrics.count(.delivered)
        case .dead:
            parts.metrics.count(.refusedByProvider)
            state.withLock { $0.counter.noteDead(sending.keys, now: now) }
        case .misconfigured(let reason):
            parts.metrics.count(.refusedByProvider)
            guard lane.speaksForApp else { return putBack(sending, after: max(backoff, Self.breakerSpan)) }
            let isNew = state.withLock { state in
                defer { state.broken[lane] = now + Self.breakerSpan }
                return (state.broken[lane] ?? 0) <= now
            }
            if isNew { parts.log(.error, "\(lane.app): the provider refuses this app: \(reason)") }
            putBack(sending, after: Self.breakerSpan)
        case .rejected(let reason):
            if lane.speaksForApp { parts.log(.error, "\(lane.app): the provider calls a request wrong: \(reason)") }
            end(wake, .refusedByProvider)
        case .again(let wait): putBack(sending, after: max(backoff, wait?.microseconds ?? 0))
        }
    }

    /// Lets a wake come again with what else waits for its device, with a little chance in when, or gives it up after five
    /// hours.
    private func putBack(_ sending: Sending, after wait: Int64) {
        var wake = sending.wake
        wake.attempt += 1
        let due = now + wait + Int64(randomNumber() % UInt64(max(1, wait / 4)))
        guard due - wake.since < Self.patience else { return end(wake, .givenUp) }
        parts.metrics.count(.retried)
        let gathering = state.withLock { state in
            state.counter.putBack(wake, isVisible: sending.isVisible, keys: sending.keys, due: due)
        }
        if gathering.isNew { put(.gathering(gathering.id), at: gathering.due) }
    }

    /// A wake has come to nothing: whoever sends it again may do so.
    func end(_ wake: PendingWake, _ event: RelayMetrics.Event) {
        parts.metrics.count(event)
        if let key = wake.guardKey { state.withLock { $0.repeats.release(key) } }
    }
}
