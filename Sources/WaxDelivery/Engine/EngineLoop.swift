// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// The engine's one thread: claims pushes, makes their deliveries, hands these to provider lanes and writes down the ends.
///
/// Each step takes all that has arrived, writes all that there is to write in one transaction, and only then sends what
/// that transaction announced.
final class EngineLoop {
    let database: Database
    let vault: Vault
    let writing: JobWriting
    let authorizer: Authorizer
    let lanes: LaneDirectory
    let time: any TimeSource
    let random: any RandomSource
    let log: Log
    let configuration: EngineConfiguration
    /// Makes small pages at once.
    let pages: PageFactory
    /// Makes all others.
    let pageMaker: PageMaker
    let inbox: Inbox

    var jobs: [Int64: PushJob] = [:]
    /// The pushes in the order in which they get their next page.
    var order: [Int64] = []
    /// Claims whose push could not be read yet, because the store failed.
    var unopened: [PushClaim] = []
    var attempts = AttemptTable()
    var timers = Timers<Timer>()
    /// Lanes whose token is being fetched.
    var awaitedTokens: Set<LaneKey> = []
    var ramps: SendingRamps
    /// Tokens that a provider no longer takes.
    var rejectedTokens: [LaneKey: String] = [:]
    var refusedCredentials = RefusedCredentials()
    var breakers = TokenBreakers()
    var alerts = AlertFilter()
    var credentials = CredentialCache()

    /// Whether to look for pushes that are due.
    private var mayBeDue = true
    private var nextClaim: Timestamp?
    /// Set when the store failed: nothing is tried again before this time.
    private var pausedUntil: Duration?
    /// Set once the engine is to stop: what is under way then is waited for until this time.
    private var stopsAt: Duration?
    private var lastTidying = Duration.zero

    enum Timer {
        /// Send the attempt that waits under this number again.
        case retry(UInt64)
        /// A simulated answer is due.
        case outcome(HTTP2Answer)
        /// More may go through this lane.
        case ramp(LaneKey)
    }

    init(_ parts: DeliveryEngine.Parts, inbox: Inbox, configuration: EngineConfiguration) throws {
        database = parts.database
        vault = parts.vault
        writing = JobWriting(vault: parts.vault, events: parts.events, onFallback: parts.onFallback)
        authorizer = parts.authorizer
        lanes = LaneDirectory(opener: parts.opener) { inbox.put(.outcomes($0)) }
        time = parts.time
        random = parts.random
        log = parts.log
        self.configuration = configuration
        ramps = SendingRamps(configuration.fcmLimits)
        self.inbox = inbox
        func factory() throws -> PageFactory {
            try PageFactory(
                database: parts.database, vault: parts.vault, time: parts.time, usesLanes: configuration.usesLanes)
        }
        pages = try factory()
        pageMaker = PageMaker(try factory()) { inbox.put(.page($0)) }
    }

    /// Runs until it is stopped.
    func run() {
        while !isFinished { step(inbox.take(atMost: idleTime)) }
    }

    /// Takes what has arrived and does all that can be done at once.
    func step(_ events: [EngineEvent]) {
        for event in events {
            switch event {
            case .wake: mayBeDue = true
            case .outcomes(let outcomes):
                let moment = moment
                for outcome in outcomes { handle(outcome, at: moment) }
            case .page(let made): pageArrived(made)
            case .token(let lane, let refusal): tokenArrived(lane, refusal: refusal)
            case .stop(let drain): beginStop(drain: drain)
            }
        }
        fireTimers()
        if isStopping { putAside() }
        defer { noteNews() }
        guard !isPaused else { return }
        // Leases are renewed before anything is claimed: what this engine holds itself must not look free.
        turn()
        if !isPaused, canClaim, mayBeDue || nextClaim.map({ $0 <= time.now() }) ?? false { claim() }
        tidy()
    }

    /// How long nothing will be done unless something arrives; zero when there is something to do.
    var idleTime: Duration {
        if let pausedUntil, isPaused { return min(.seconds(1), pausedUntil - time.uptime()) }
        if hasWork || !unopened.isEmpty || canClaim && mayBeDue { return .zero }
        // Leases are looked after at least once a second.
        var limit = Duration.seconds(1)
        if let due = timers.nextDue { limit = min(limit, due - time.uptime()) }
        for job in jobs.values {
            if let since = job.newsSince { limit = min(limit, since + configuration.recordDelay - time.uptime()) }
        }
        if let nextClaim, canClaim {
            limit = min(limit, .milliseconds(nextClaim.milliseconds - time.now().milliseconds))
        }
        return max(limit, .zero)
    }

    private func noteNews() {
        let now = time.uptime()
        for job in jobs.values { job.noteNews(now) }
    }

    /// Whether the next step would do something without any new event.
    private var hasWork: Bool {
        let (budget, now) = (budget, time.uptime())
        return jobs.values.contains { job in
            newsAreDue(of: job, now) || hasSendable(job) || !job.retrying.isEmpty || hasNextStep(job, budget)
        }
    }

    private func hasNextStep(_ job: PushJob, _ budget: PageBudget) -> Bool {
        if isStopping { return job.progress.underWay == 0 }
        return switch job.nextPage {
        case .none: job.progress.next(capacity: budget.page(underWay: job.progress.underWay)) != .wait
        case .ordered: false
        case .made: true
        }
    }

    /// The present, asked for once for many answers.
    var moment: Moment { Moment(time: time.now(), uptime: time.uptime()) }

    /// How many more deliveries may be under way.
    var budget: PageBudget {
        PageBudget(
            total: configuration.attemptsInFlight,
            used: jobs.values.reduce(0) { $0 + $1.progress.underWay + $1.reserved },
            pageSize: configuration.pageSize)
    }

    // MARK: Failures of the store

    /// The store failed: waits before anything is tried again.
    func pause() { pausedUntil = time.uptime() + configuration.storePause }

    var isPaused: Bool { pausedUntil.map { time.uptime() < $0 } ?? false }

    // MARK: Claims

    var canClaim: Bool { !isStopping && jobs.count + unopened.count < configuration.jobs }

    /// A claim found all that is due; the next one is worth while at this time.
    func claimed(next: Timestamp?) {
        mayBeDue = false
        nextClaim = next
    }

    /// A push was given back, or has ended.
    func noteRoom() { mayBeDue = true }

    // MARK: Stopping

    var isStopping: Bool { stopsAt != nil }

    /// Whether nothing is left to do, or no time for it.
    var isFinished: Bool {
        guard let stopsAt else { return false }
        return jobs.isEmpty || time.uptime() >= stopsAt
    }

    private func beginStop(drain: Duration) {
        guard !isStopping else { return }
        stopsAt = time.uptime() + drain
        lanes.close(drain: drain)
    }

    private func tidy() {
        let now = time.uptime()
        guard now - lastTidying >= .seconds(60) else { return }
        lastTidying = now
        lanes.closeIdle(now: now)
        rejectedTokens = rejectedTokens.filter { lanes.isOpen($0.key) }
        ramps.tidy(now: now)
        refusedCredentials.tidy(now: now)
        breakers.tidy(now: now)
        alerts.tidy(now: now)
    }
}
