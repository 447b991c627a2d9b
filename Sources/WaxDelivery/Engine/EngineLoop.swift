// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// The engine's one thread: claims pushes, makes their deliveries, hands these to provider lanes and writes down the ends.
///
/// Each turn takes all that has arrived, writes all that there is to write in one transaction, and only then sends what
/// that transaction announced.
final class EngineLoop {
    let database: Database
    let vault: Vault
    let authorizer: Authorizer
    let lanes: LaneDirectory
    let inbox: Inbox
    let time: any TimeSource
    let random: any RandomSource
    let log: Log
    let configuration: EngineConfiguration
    let sealer: PageSealer

    var jobs: [Int64: PushJob] = [:]
    var attempts: [UInt64: Attempt] = [:]
    var timers = Timers<Timer>()
    /// Lanes whose token is being fetched.
    var awaitedTokens: Set<LaneKey> = []
    /// Tokens that a provider no longer takes.
    var rejectedTokens: [LaneKey: String] = [:]
    /// Set when the store failed: nothing is tried again before this time.
    var pausedUntil: Duration?
    private var lastAttempt: UInt64 = 0
    private var nextClaim: Timestamp?
    private var isStopped = false

    enum Timer {
        /// Send the attempt that waits under this number.
        case send(UInt64)
        /// A simulated answer is due.
        case outcome(HTTP2Answer)
    }

    init(_ parts: DeliveryEngine.Parts, inbox: Inbox, configuration: EngineConfiguration) throws {
        database = parts.database
        vault = parts.vault
        authorizer = parts.authorizer
        lanes = LaneDirectory(opener: parts.opener) { inbox.put(.outcomes($0)) }
        self.inbox = inbox
        time = parts.time
        random = parts.random
        log = parts.log
        self.configuration = configuration
        sealer = try PageSealer()
    }

    func run() {
        var claimNow = true
        while !isStopped {
            for event in inbox.take(atMost: claimNow || hasWork ? .zero : idleTime) {
                switch event {
                case .wake: claimNow = true
                case .outcomes(let outcomes): for outcome in outcomes { handle(outcome) }
                case .token(let lane, let refusal): tokenArrived(lane, refusal: refusal)
                case .stop: isStopped = true
                }
            }
            fireTimers()
            if isStopped { break }
            if let nextClaim, nextClaim <= time.now() { claimNow = true }
            if claimNow {
                claimNow = claim() && jobs.count < configuration.jobs
            }
            if !isPaused { turn() }
        }
        lanes.close()
    }

    func newAttemptID() -> UInt64 {
        lastAttempt += 1
        return lastAttempt
    }

    /// Whether the next turn would do something without any new event.
    private var hasWork: Bool {
        if isPaused { return false }
        let capacity = capacity
        return jobs.values.contains { job in
            job.hasNews || job.progress.next(capacity: capacity) != .wait || hasSendable(job)
        }
    }

    /// How many more deliveries may be under way.
    var capacity: Int {
        configuration.attemptsInFlight - attempts.count - jobs.values.reduce(0) { $0 + $1.ready.count }
    }

    var isPaused: Bool { pausedUntil.map { time.uptime() < $0 } ?? false }

    private var idleTime: Duration {
        var limit = Duration.seconds(1)
        if let pausedUntil { limit = min(limit, max(.milliseconds(1), pausedUntil - time.uptime())) }
        if let due = timers.nextDue { limit = min(limit, max(.zero, due - time.uptime())) }
        if let nextClaim {
            limit = min(limit, .milliseconds(max(0, nextClaim.milliseconds - time.now().milliseconds)))
        }
        return limit
    }

    private func fireTimers() {
        let now = time.uptime()
        while let timer = timers.takeDue(at: now) {
            switch timer {
            case .outcome(let outcome): handle(outcome)
            case .send(let id):
                guard var attempt = attempts.removeValue(forKey: id) else { continue }
                attempt.history.attempts += 1
                jobs[attempt.push]?.ready.append(attempt)
            }
        }
    }

    /// Claims what is due; false when nothing was.
    private func claim() -> Bool {
        let room = configuration.jobs - jobs.count
        guard room > 0 else { return false }
        do {
            let now = time.now()
            let until = now + configuration.lease
            let vault = vault
            let (claims, next) = try database.writeAndWait { sql in
                let pushes = PushTable(sql, vault)
                return (try pushes.claim(limit: room, leaseUntil: until, now: now), try pushes.nextDue())
            }
            nextClaim = next
            for claim in claims { try open(claim) }
            return !claims.isEmpty
        } catch {
            log(.error, "claiming pushes failed: \(error)")
            nextClaim = time.now() + .seconds(1)
            return false
        }
    }

    private func open(_ claim: PushClaim) throws {
        let vault = vault
        let opened = try database.read { sql -> (Push, PushApp, StoredContent?)? in
            guard let push = try PushTable(sql, vault).find(seq: claim.push),
                let app = try PushAppTable(sql, vault).find(seq: push.app)
            else { return nil }
            return (push, app, try? PushTable(sql, vault).content(of: push))
        }
        guard let (push, app, content) = opened else { return }
        guard let content else {
            log(.error, "push \(PublicID(.push, push.id).text): its content cannot be read")
            try database.writeAndWait { [now = time.now()] sql in
                try PushTable(sql, vault).finish(claim, as: .failed, errorCode: "CONTENT_UNREADABLE", now: now)
            }
            return
        }
        let rules = AttemptRules(policy: push.owner.mode == .live ? .live : .test, patience: configuration.patience)
        jobs[claim.push] = PushJob(
            claim: claim, push: push, app: app,
            payloads: PushPayloads(content: content, options: push.options(content), app: app.settings), rules: rules)
    }
}
