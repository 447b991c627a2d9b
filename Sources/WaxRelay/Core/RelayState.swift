// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxSystem

/// All that a relay remembers while it runs: decides, and does nothing. Times are microseconds of uptime.
struct RelayState {
    /// What comes later.
    enum Due {
        /// Was held back by its owner's wish, and is counted for this device.
        case again(PendingWake, device: LimitKey)
        /// Was gathered under a device's limits, or was not taken by a provider.
        case gathering(UInt64)
    }

    /// What a thread does next.
    enum Step {
        /// At least one.
        case jobs([RelayJob])
        case due(Due)
        /// Nothing before this time; nil for nothing at all.
        case wait(until: Int64?)
    }

    let limits: RelayLimits
    let rules: RelayRules
    var keys: LimitKeys
    private var queue: FairQueue<ClientKey, RelayJob>
    /// Nothing in the queue is ready before this time.
    private var nextReady = Int64.max
    var repeats: RepeatGuard
    var cipherRate: RateSketch
    var cipherDays = CountSketch()
    var counter: WakeCounter
    var enrolments: EnrolmentLimits
    private var revocations: DailyTable<Int64>
    /// Apps of which their provider has said something.
    var lanes: [ProviderLane: LaneHealth] = [:]
    /// Rises whenever a thread that waits must look again before its time.
    private(set) var news: UInt64 = 0
    /// When a thread that waits looks again by itself, or did.
    private var nextLook: Int64 = 0
    private var later = DueQueue<Due>()
    /// What is due and what is in the queue take turns: so many of the former before the latter.
    private var turnsOfDue = 1
    private var opens: Int64 = 0
    /// Entries among what comes later.
    var laterCount: Int { later.count }

    /// For so many threads that open tokens.
    init(_ limits: RelayLimits, threads: Int = 1, random: any RandomSource, now: Duration) {
        self.limits = limits
        rules = RelayRules(limits, threads: threads)
        keys = LimitKeys(random: random, now: now)
        queue = FairQueue(limit: limits.queue)
        repeats = RepeatGuard(limit: Self.repeatLimit(limits, threads), now: now.microseconds)
        cipherRate = RateSketch(rules.cipher)
        counter = WakeCounter(limits)
        enrolments = EnrolmentLimits(limits)
        revocations = DailyTable(limit: limits.remembered)
    }

    /// As many calls as can be opened in ten minutes, but no more than some 50 MiB hold.
    private static func repeatLimit(_ limits: RelayLimits, _ threads: Int) -> Int {
        min(max(10_000, limits.opensPerSecond * threads * 600), 1_500_000)
    }

    /// Takes in the jobs of a call; false when there is no room for them.
    mutating func take(_ jobs: [RelayJob], of client: ClientKey) -> Bool {
        guard queue.hasRoom(jobs.count, for: client), !isOverloaded(mayWait: jobs.contains { $0.work.mayWait }) else {
            return false
        }
        for job in jobs {
            queue.append(job, of: client)
            nextReady = min(nextReady, job.notBefore)
        }
        return true
    }

    /// Empties the queue.
    mutating func takeAll() -> [RelayJob] {
        var jobs: [RelayJob] = []
        while let job = queue.popFirst() { jobs.append(job) }
        return jobs
    }

    /// Whether nothing at all may be taken in; what owners ask for never waits for its time, and asks for no room there.
    func isOverloaded(mayWait: Bool) -> Bool { queue.count >= queue.limit || mayWait && counter.shares.isFull }

    /// As many jobs as are opened at once.
    private static let batch = 8

    /// What to do now. Each job and each thing that is due is taken to open one token; `correct` says what it was.
    mutating func next(now uptime: Duration) -> Step {
        let now = uptime.microseconds
        let days = keys.advance(now: uptime)
        if days > 0 {
            cipherDays.advance(by: days)
            counter.advance(by: days)
            enrolments.advance(by: days)
            revocations.advance(by: days)
        }
        let wait = rules.opens.wait(opens, now: now)
        guard wait == 0 else { return .wait(until: now + wait) }
        if later.next.map({ $0 <= uptime }) ?? false, turnsOfDue > 0 || nextReady > now,
            let due = later.popFirst(now: uptime)
        {
            turnsOfDue = max(0, turnsOfDue - 1)
            opens = rules.opens.after(opens, now: now)
            if case .again(let wake, let device) = due { counter.shares.remove(wake.held, of: device) }
            return .due(due)
        }
        if nextReady <= now {
            var jobs: [RelayJob] = []
            while jobs.count < Self.batch, rules.opens.wait(opens, now: now) == 0,
                let job = queue.popFirst(where: { $0.notBefore <= now })
            {
                opens = rules.opens.after(opens, now: now)
                jobs.append(job)
            }
            turnsOfDue = max(1, jobs.count)
            if !jobs.isEmpty { return .jobs(jobs) }
            // All clients are looked at, and so only once for each time at which something becomes ready.
            nextReady = queue.heads.map(\.notBefore).min() ?? .max
        }
        if later.next.map({ $0 <= uptime }) ?? false { return self.next(now: uptime) }
        let next = min(nextReady, later.next?.microseconds ?? .max)
        return .wait(until: next == .max ? nil : next)
    }

    /// A step has opened so many tokens: only those count, and not what a limit or an unknown key stopped before.
    mutating func correct(_ step: Step, opened: Int) {
        opens = rules.opens.corrected(opens, by: opened - step.expectedOpens)
    }

    mutating func put(_ due: Due, at time: Int64, order: UInt64) {
        if case .again(let wake, let device) = due { counter.shares.add(wake.held, of: device) }
        later.insert(due, due: .microseconds(time), order: order)
    }

    /// Holds a wake back by its owner's wish; nil once that is done. One of a device that has many held back is gathered
    /// instead, and one of a sender that has too much waiting is not kept.
    mutating func hold(
        _ wake: PendingWake, keys: WakeCounter.Keys, until time: Int64, order: UInt64
    ) -> WakeCounter.Decision? {
        guard counter.shares.hasRoom(for: keys.device) else { return counter.gather(wake, keys: keys, due: time) }
        guard wake.sender.map(counter.shares.hasRoom) ?? true else { return .full }
        put(.again(wake, device: keys.device.current), at: time, order: order)
        return nil
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
    mutating func admit(_ call: LimitKeyPair, cipher: LimitKeyPair, now: Int64) -> Admission {
        guard !repeats.knows(call, now: now) else { return .repeated }
        return cipherRate.take(cipher.current, now: now) ? .admitted : .limited
    }

    enum Admission { case admitted, repeated, limited }

    /// Whether a token that opened may be used once more today; it is counted then.
    mutating func chargeDay(_ cipher: LimitKeyPair, now uptime: Duration) -> Bool {
        let share = (uptime - keys.since) / LimitKeys.life
        guard cipherDays.count(cipher, share: share) < limits.cipherPerDay else { return false }
        cipherDays.add(cipher.current)
        return true
    }

    /// Whether one more revocation of a device may be written down; it is counted then.
    mutating func chargeRevocation(_ device: LimitKeyPair, now: Int64) -> Bool {
        revocations.makeRoom(now: now) { $0 <= now }
        guard revocations.hasRoom(for: device) else { return false }
        let rule = rules.revocation
        return revocations.update(device, fresh: now) { next in
            guard rule.wait(next, now: now) == 0 else { return false }
            next = rule.after(next, now: now)
            return true
        }
    }

    /// Takes back the count of one that could not be written down.
    mutating func refundRevocation(_ device: LimitKeyPair, now: Int64) {
        let rule = rules.revocation
        revocations.update(device, fresh: now) { $0 = rule.corrected($0, by: -1) }
    }
}

extension RelayState.Step {
    /// The tokens that a step is taken to open.
    var expectedOpens: Int {
        switch self {
        case .jobs(let jobs): jobs.count
        case .due: 1
        case .wait: 0
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
