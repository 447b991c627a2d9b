// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxSystem

extension RelayEngine {
    /// What a token was opened to, and what it is counted under.
    struct Passed {
        let token: SealedToken
        let opened: OpenedToken
        let keys: WakeCounter.Keys
    }

    /// Tokens from the queue; those that are to wake are opened together.
    func carryOut(_ jobs: [RelayJob], _ opener: TokenOpener) {
        var calls: [Call] = []
        for job in jobs {
            switch job.work {
            case .wake(let kind, let nonce):
                if let call = admit(job, kind, nonce: nonce) { calls.append(call) }
            case .enrol: enrol(job.token, of: job.client, opener)
            case .revoke(let secret, let call): revoke(job.token, secret: secret, call, opener)
            case .revokeAll(let code, let call): revokeAll(job.token, code: code, call, opener)
            }
        }
        for (call, passed) in zip(calls, pass(calls.map(\.token), opener)) {
            if let passed { wake(call, passed, opener) }
        }
    }

    /// A token that may be opened to wake, and what it is counted under before that.
    private struct Call {
        let token: SealedToken
        let sender: SenderCode
        let kind: WakeKind
        let cipher: LimitKeyPair
        let key: LimitKeyPair
    }

    private func admit(_ job: RelayJob, _ kind: WakeKind, nonce: [UInt8]) -> Call? {
        let keys = state.withLock { $0.keys.snapshot }
        let hash = Array(SHA256.hash(data: job.token.bytes))
        let call = Call(
            token: job.token, sender: job.sender, kind: kind,
            cipher: keys.pair(of: [UInt8(ascii: "c")] + hash),
            key: keys.pair(of: [UInt8(ascii: "n")] + nonce + hash))
        let now = now
        switch state.withLock({ $0.admit(call.key, cipher: call.cipher, now: now) }) {
        case .admitted: return call
        case .repeated: parts.metrics.count(.repeated)
        case .limited: parts.metrics.count(.limitedCipher)
        }
        return nil
    }

    private func wake(_ call: Call, _ passed: Passed, _ opener: TokenOpener) {
        let now = now
        // Only what opens is noted, so that garbage cannot make the relay forget; another thread may have been faster.
        guard state.withLock({ $0.repeats.enter(call.key, now: now) }) else {
            return parts.metrics.count(.repeated)
        }
        let uptime = parts.time.uptime()
        let layout = passed.opened.layout
        // The sender asks and the owner allows it: of this token and no other.
        let wake = PendingWake(
            call.token, from: call.sender, isVisible: call.kind.isVisible && layout.policy.contains(.visibleFallback),
            payload: call.kind.payload, since: now, guardKey: call.key.current)
        guard state.withLock({ $0.chargeDay(call.cipher, now: uptime) }) else {
            return end(wake, .limitedDay)
        }
        if let due = delay(layout) { return hold(wake, passed, until: due, opener) }
        decide(wake, passed, opener)
    }

    private func hold(_ wake: PendingWake, _ passed: Passed, until due: Int64, _ opener: TokenOpener) {
        let order = randomNumber()
        let (decision, wakes) = state.withLock { state in
            let decision = state.hold(wake, keys: passed.keys, until: due, order: order)
            return (decision, decision == nil && state.mustWake(for: due))
        }
        if wakes { state.notify() }
        if case .full? = decision { return end(wake, .limitedWaiting) }
        parts.metrics.count(.delayed)
        if let decision { follow(decision, wake, passed, opener) }
    }

    /// Opens tokens and puts each through all that does not count how often: nil for one that ends there.
    func pass(_ tokens: [SealedToken], _ opener: TokenOpener) -> [Passed?] {
        zip(tokens, opener.open(tokens, hour: hour)).map { pass($0, $1) }
    }

    private func pass(_ token: SealedToken, _ result: Result<OpenedToken, SealedTokenError>) -> Passed? {
        let opened: OpenedToken
        do throws(SealedTokenError) {
            opened = try result.get()
        } catch {
            parts.metrics.count(event(for: error))
            return nil
        }
        let layout = opened.layout
        guard layout.kind != .decoy else {
            parts.metrics.count(.decoys)
            return nil
        }
        guard hasTicket(opened) else {
            parts.metrics.count(.noTicket)
            return nil
        }
        var message = opened.deviceMessage()
        defer { wipe(&message) }
        guard
            !parts.revocations.isRevoked(
                tag: opened.revocationTag, device: message, issued: layout.issued, secrets: parts.keeper.secrets)
        else {
            parts.metrics.count(.revoked)
            return nil
        }
        guard parts.sender.canSend(lane(opened)) else {
            parts.metrics.count(.unknownApp)
            return nil
        }
        let keys = state.withLock { $0.keys.snapshot }
        // Without references the contacts of a device are told apart by their tokens.
        let reference = opened.reference
        let hasReference = !reference.allSatisfy { $0 == 0 }
        var inbox = message + (hasReference ? reference : opened.revocationTag)
        inbox[0] = UInt8(ascii: hasReference ? "r" : "t")
        defer { wipe(&inbox) }
        return Passed(
            token: token, opened: opened,
            keys: WakeCounter.Keys(device: keys.pair(of: message), inbox: keys.pair(of: inbox)))
    }

    /// Opens the newest token of a wake that still counts.
    private func passNewest(_ wake: PendingWake, _ opener: TokenOpener) -> Passed? {
        for held in wake.held.reversed() {
            if let passed = pass([held.token], opener)[0] { return passed }
        }
        return nil
    }

    /// A wake whose time has come after a wait: everything is looked at anew.
    func wakeAgain(_ wake: PendingWake, _ opener: TokenOpener) {
        guard let passed = passNewest(wake, opener) else {
            return end(wake, .givenUp)
        }
        decide(wake, passed, opener)
    }

    /// What was gathered for a device is due.
    func finishGathering(_ id: UInt64, _ opener: TokenOpener) {
        let now = now
        while let wake = state.withLock({ $0.counter.takeDue(id, now: now) }) {
            guard let passed = passNewest(wake, opener) else {
                state.withLock { $0.counter.drop(wake, from: id) }
                end(wake, .givenUp)
                continue
            }
            let decision = state.withLock { $0.counter.decideDue(id, wake, keys: passed.keys, now: now) }
            if case .changed = decision { continue }
            return follow(decision, wake, passed, opener)
        }
    }

    private func decide(_ wake: PendingWake, _ passed: Passed, _ opener: TokenOpener) {
        let now = now
        let decision = state.withLock { $0.counter.decide(wake, keys: passed.keys, now: now) }
        if case .wait = decision { parts.metrics.count(.gathered) }
        follow(decision, wake, passed, opener)
    }

    private func follow(
        _ decision: WakeCounter.Decision, _ wake: PendingWake, _ passed: Passed, _ opener: TokenOpener
    ) {
        switch decision {
        case .send(let all): send(all, passed, opener)
        case .wait(let id, let due, let isNew): if isNew { put(.gathering(id), at: due) }
        case .dead(let wakes): for wake in wakes { end(wake, .deadDevice) }
        case .full: end(wake, .limitedWaiting)
        case .changed: break
        }
    }

    func put(_ due: RelayState.Due, at time: Int64) {
        let order = randomNumber()
        let wakes = state.withLock { state in
            state.put(due, at: time, order: order)
            return state.mustWake(for: time)
        }
        if wakes { state.notify() }
    }

    /// When a wake is to go on whose owner wants it among others: at the end of one of five parts of its step.
    private func delay(_ layout: SealedTokenLayout) -> Int64? {
        guard layout.policy.contains(.mayDelay), layout.delay > 0 else { return nil }
        let most = Self.delays[Int(layout.delay)].microseconds
        let part = most / 5
        let target = now + Int64(randomNumber() % UInt64(most - part))
        return (target + part - 1) / part * part
    }

    static let delays: [Duration] = [.zero, .seconds(5), .seconds(30), .seconds(120), .seconds(600)]

    func hasTicket(_ opened: OpenedToken) -> Bool {
        opened.layout.ticketExpires > hour && isProven(opened)
    }

    func lane(_ opened: OpenedToken) -> ProviderLane {
        ProviderLane(app: opened.app, kind: opened.layout.kind, isSandbox: opened.layout.isSandbox)
    }

    private func event(for error: SealedTokenError) -> RelayMetrics.Event {
        switch error {
        case .unknownKey: .unknownKey
        case .shape, .notOpened: .notOpened
        case .notYetValid, .expired: .notValidNow
        default: .badContent
        }
    }
}
