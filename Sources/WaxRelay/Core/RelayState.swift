// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxSystem

/// All that a relay remembers while it runs: decides, and does nothing. Times are microseconds of uptime.
struct RelayState {
    /// What comes later.
    enum Due {
        /// Was held back by its owner's wish.
        case again(PendingWake)
        /// Was gathered under a device's limits, or was not taken by a provider.
        case gathering(UInt64)
    }

    /// What a thread does next.
    enum Step {
        case job(RelayJob)
        case due(Due)
        /// Nothing before this time; nil for nothing at all.
        case wait(until: Int64?)
    }

    let limits: RelayLimits
    var keys: LimitKeys
    var queue: FairQueue<ClientKey, RelayJob>
    var repeats: RepeatGuard
    var cipherRate: RateSketch
    var cipherDays = CountSketch()
    var counter: WakeCounter
    private var enrolments: DailyTable<Int64>
    private var revocations: DailyTable<Int64>
    /// Apps whose provider refuses them, until when nothing is sent.
    var broken: [ProviderLane: Int64] = [:]
    /// Rises whenever a thread that waits must look again before its time.
    private(set) var news: UInt64 = 0
    /// When a thread that waits looks again by itself, or did.
    private var nextLook: Int64 = 0
    private var later = DueQueue<Due>()
    private var opens: Int64 = 0
    /// Tokens among what comes later.
    private(set) var held = 0
    /// Entries among what comes later.
    var laterCount: Int { later.count }

    init(_ limits: RelayLimits, random: any RandomSource, now: Duration) {
        self.limits = limits
        keys = LimitKeys(random: random, now: now)
        queue = FairQueue(limit: limits.queue)
        repeats = RepeatGuard(limit: Self.repeatLimit(limits), now: now.microseconds)
        cipherRate = RateSketch(limits.cipher)
        counter = WakeCounter(limits)
        enrolments = DailyTable(limit: limits.remembered)
        revocations = DailyTable(limit: limits.remembered)
    }

    /// As many calls as can be opened in ten minutes, but no more than some 50 MiB hold.
    private static func repeatLimit(_ limits: RelayLimits) -> Int {
        min(max(10_000, limits.opensPerSecond * 600), 1_500_000)
    }

    /// Whether so many tokens of a client may be taken in.
    func hasRoom(_ count: Int, for client: ClientKey) -> Bool {
        queue.hasRoom(count, for: client) && held + counter.gathered < limits.waiting
    }

    /// Whether anything at all may be taken in.
    var isOverloaded: Bool { queue.count >= queue.limit || held + counter.gathered >= limits.waiting }

    /// What to do now; each step may open one token, of which there are so many in a second.
    mutating func next(now uptime: Duration) -> Step {
        let now = uptime.microseconds
        let days = keys.advance(now: uptime)
        if days > 0 {
            cipherDays.advance(by: days)
            counter.advance(by: days)
            enrolments.advance(by: days)
            revocations.advance(by: days)
        }
        let wait = limits.opens.wait(opens, now: now)
        guard wait == 0 else { return .wait(until: now + wait) }
        if let due = later.popFirst(now: uptime) {
            opens = limits.opens.after(opens, now: now)
            if case .again(let wake) = due { held -= wake.tokens.count }
            return .due(due)
        }
        if let job = queue.popFirst(where: { $0.notBefore <= now }) {
            opens = limits.opens.after(opens, now: now)
            return .job(job)
        }
        let heads = queue.heads.map(\.notBefore) + [later.next?.microseconds].compactMap(\.self)
        return .wait(until: heads.min())
    }

    mutating func put(_ due: Due, at time: Int64, order: UInt64) {
        if case .again(let wake) = due { held += wake.tokens.count }
        later.insert(due, due: .microseconds(time), order: order)
    }

    /// Notes that a thread is about to wait, at most a second; returns until when.
    mutating func willWait(until time: Int64?, now: Int64) -> Int64 {
        nextLook = min(time ?? .max, now + Self.longestWait)
        return nextLook
    }

    /// Whether threads that wait are to be woken, because something is due before they look by themselves.
    mutating func mustWake(for time: Int64) -> Bool {
        guard time < nextLook else { return false }
        nextLook = time
        news += 1
        return true
    }

    private static let longestWait = Duration.seconds(1).microseconds

    /// Whether a token may be opened: it was not sent with this nonce a moment ago, and not too often of late.
    mutating func admit(_ repeated: RepeatKey, cipher: LimitKey, now: Int64) -> Admission {
        guard !repeats.knows(repeated.key, old: repeated.old, now: now) else { return .repeated }
        return cipherRate.take(cipher, now: now) ? .admitted : .limited
    }

    /// A call for one token, under today's key and yesterday's.
    struct RepeatKey {
        let key: LimitKey
        let old: LimitKey?
    }

    enum Admission { case admitted, repeated, limited }

    /// Whether a token that opened may be used once more today; it is counted then.
    mutating func chargeDay(_ cipher: LimitKey, old: LimitKey?, now uptime: Duration) -> Bool {
        let share = (uptime - keys.since) / LimitKeys.life
        guard cipherDays.count(cipher, previous: old, share: share) < limits.cipherPerDay else { return false }
        cipherDays.add(cipher)
        return true
    }

    /// Whether a device, or a push service, may be sent one more code; it is counted then. A table that is full refuses.
    mutating func chargeEnrolment(_ key: LimitKey, old: LimitKey?, _ rule: RateRule, now: Int64) -> Bool {
        Self.charge(&enrolments, key, old: old, rule, now: now)
    }

    /// Whether one more revocation of a device may be written down; it is counted then.
    mutating func chargeRevocation(_ key: LimitKey, old: LimitKey?, now: Int64) -> Bool {
        Self.charge(&revocations, key, old: old, limits.revocation, now: now)
    }

    private static func charge(
        _ table: inout DailyTable<Int64>, _ key: LimitKey, old: LimitKey?, _ rule: RateRule, now: Int64
    ) -> Bool {
        table.makeRoom(now: now) { $0 <= now }
        guard table.hasRoom(for: key) else { return false }
        return table.update(key, previous: old, fresh: now) { next in
            guard rule.wait(next, now: now) == 0 else { return false }
            next = rule.after(next, now: now)
            return true
        }
    }
}

/// One app at one provider.
struct ProviderLane: Hashable, Sendable {
    let app: String
    let kind: PushAddress.Kind
    let isSandbox: Bool

    /// Whether what the provider says is about the app. A browser's push service is any server that the owner of a token
    /// names: what it says is about that device, and none of it belongs in a log.
    var speaksForApp: Bool { kind != .webPush }
}
