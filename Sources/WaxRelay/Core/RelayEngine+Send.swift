// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxSystem

extension RelayEngine {
    /// How long a provider is tried.
    private static let patience = Duration.seconds(5 * 3600).microseconds

    /// Makes the push of a wake and hands it to the provider. The device is that of `passed`.
    func send(_ wake: PendingWake, _ passed: Passed, _ opener: TokenOpener) {
        let lane = lane(passed.opened)
        let now = now
        let wait = state.withLock { $0.lanes.isEmpty ? nil : $0.lanes[lane]?.wait(now: now) }
        let sending = Sending(wake: wake, lane: lane, keys: passed.keys, sentAt: now, isLaneKnown: wait != nil)
        if let wait, wait > 0 { return putBack(sending, after: wait) }
        guard let (sealed, isVisible) = content(wake, passed, opener) else {
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
        let sentAt: Int64
        /// Whether the provider had said something of the app before.
        let isLaneKnown: Bool
    }

    /// What the device is sent, the contacts of all tokens that still count or the payload of the simple mode, and whether it
    /// may show something: as was counted, unless the owner has meanwhile revoked all tokens that allow it.
    private func content(
        _ wake: PendingWake, _ passed: Passed, _ opener: TokenOpener
    ) -> (sealed: [UInt8], isVisible: Bool)? {
        let wakeKey = passed.opened.wakeKey
        if let payload = wake.payload, wake.held.map(\.token) == [passed.token] {
            return (try? SimpleWakeMessage(payload: payload, token: passed.token)?.sealed(with: wakeKey))
                .map { ($0, wake.isVisible) }
        }
        var references: [[UInt8]] = []
        var flags: WakeMessage.Flags = wake.looksAtAll ? .syncAll : []
        var isAllowed = passed.opened.layout.policy.contains(.visibleFallback)
        // One has been looked at just now; others may be revoked.
        let rest = wake.held.map(\.token).filter { $0 != passed.token }
        var others = rest.isEmpty ? [] : pass(rest, opener)[...]
        for held in wake.held {
            guard let opened = (held.token == passed.token ? passed : others.removeFirst())?.opened else { continue }
            if opened.isTest {
                flags.insert(.test)
                // A device may take a test alone for nothing to look at.
                if wake.held.count > 1 { flags.insert(.syncAll) }
            }
            if opened.layout.policy.contains(.visibleFallback) { isAllowed = true }
            if !references.contains(opened.reference) { references.append(opened.reference) }
        }
        let message = WakeMessage(flags: flags, minutes: minutes, references: references)
        return (try? message.sealed(with: wakeKey)).map { ($0, wake.isVisible && isAllowed) }
    }

    /// What came of a push (docs/sealed-token.md, "What providers answer").
    private func finish(_ sending: Sending, _ outcome: WakeOutcome) {
        // What was sent before the provider said anything says nothing of what has changed since.
        if outcome == .delivered, !sending.isLaneKnown { return parts.metrics.count(.delivered) }
        let now = now
        let (wake, lane) = (sending.wake, sending.lane)
        let backoff = Duration.seconds(min(900, 1 << min(wake.attempt, 10))).microseconds
        let isTrouble = note(outcome, lane, sentAt: sending.sentAt)
        switch outcome {
        case .delivered: parts.metrics.count(.delivered)
        case .dead:
            state.withLock { $0.counter.noteDead(sending.keys, now: now) }
            end(wake, .refusedByProvider)
        case .misconfigured, .tokenRefused:
            parts.metrics.count(.refusedByProvider)
            putBack(sending, after: isTrouble ? max(LaneHealth.span, lane.speaksForApp ? 0 : backoff) : backoff)
        case .rejected: end(wake, .refusedByProvider)
        case .again(let wait): putBack(sending, after: max(backoff, wait?.microseconds ?? 0))
        }
    }

    /// Keeps what a provider says of an app, and logs it once in a while; returns whether the app is to be left alone, or at
    /// a browser's push service, which speaks for nobody else, the device.
    func note(_ outcome: WakeOutcome, _ lane: ProviderLane, sentAt: Int64) -> Bool {
        let now = now
        guard lane.speaksForApp else {
            switch outcome {
            case .misconfigured, .tokenRefused: return true
            default: return false
            }
        }
        let line: String?
        let isTrouble: Bool
        (line, isTrouble) = state.withLock { state in
            switch outcome {
            case .delivered, .dead:
                if !state.lanes.isEmpty { state.lanes[lane]?.noteTokenTaken(sentAt: sentAt) }
            case .rejected(let reason):
                state.lanes[lane]?.noteTokenTaken(sentAt: sentAt)
                guard state.lanes[lane, default: LaneHealth()].noteRejected(now: now) else { break }
                return ("the provider calls a request wrong: \(reason)", false)
            case .tokenRefused(let reason):
                guard state.lanes[lane, default: LaneHealth()].noteTokenRefused(sentAt: sentAt, now: now) else { break }
                let isNew = state.lanes[lane]?.noteMisconfigured(now: now) ?? false
                return (isNew ? "the provider refuses this app: \(reason)" : nil, true)
            case .misconfigured(let reason):
                let isNew = state.lanes[lane, default: LaneHealth()].noteMisconfigured(now: now)
                return (isNew ? "the provider refuses this app: \(reason)" : nil, true)
            case .again: break
            }
            return (nil, false)
        }
        if let line { parts.log(.error, "\(lane.app): \(line)") }
        return isTrouble
    }

    /// Lets a wake come again with what else waits for its device, with a little chance in when, or gives it up after five
    /// hours.
    private func putBack(_ sending: Sending, after wait: Int64) {
        var wake = sending.wake
        wake.attempt += 1
        let now = now
        let due = now + wait + Int64(randomNumber() % UInt64(max(1, wait / 4)))
        guard due - wake.since < Self.patience else {
            state.withLock { $0.counter.block(sending.keys, until: due, now: now) }
            return end(wake, .givenUp)
        }
        switch state.withLock({ $0.counter.putBack(wake, keys: sending.keys, due: due, now: now) }) {
        case .wait(let id, let due, let isNew):
            parts.metrics.count(.retried)
            if isNew { put(.gathering(id), at: due) }
        default: end(wake, .limitedWaiting)
        }
    }

    /// A wake has come to nothing: whoever sends it again may do so.
    func end(_ wake: PendingWake, _ event: RelayMetrics.Event) {
        parts.metrics.count(event)
        state.withLock { state in
            for key in wake.guards { state.repeats.release(key) }
        }
    }
}
