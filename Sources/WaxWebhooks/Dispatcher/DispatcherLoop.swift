// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// The dispatcher's one thread: claims webhooks, reads what is due for them, begins requests and writes down their ends.
final class DispatcherLoop {
    let database: Database
    let vault: Vault
    let client: HTTPClient
    let time: any TimeSource
    let random: any RandomSource
    let log: Log
    let inbox: Inbox<DispatcherEvent>
    let configuration: DispatcherConfiguration
    let rules = AttemptRules()

    var jobs: [Int64: EndpointJob] = [:]
    /// Counts turns, so that another webhook comes first each time.
    var turns = 0
    var nextClaim: Timestamp?
    /// Set when the store failed: nothing is tried again before this time.
    var pausedUntil: Duration?
    private var isStopped = false

    /// How soon to look again for what could not be taken.
    private static let pause = Duration.seconds(1)

    init(
        _ parts: WebhookDispatcher.Parts, inbox: Inbox<DispatcherEvent>, configuration: DispatcherConfiguration
    ) {
        database = parts.database
        vault = parts.vault
        client = parts.client
        time = parts.time
        random = parts.random
        log = parts.log
        self.inbox = inbox
        self.configuration = configuration
    }

    func run() {
        var claimNow = true
        while !isStopped {
            for event in inbox.take(atMost: claimNow || hasWork ? .zero : idleTime) {
                if case .wake = event { claimNow = true }
                handle(event)
            }
            if isStopped { break }
            if nextClaim.map({ $0 <= time.now() }) ?? true { claimNow = true }
            if claimNow {
                claimNow = claim()
            }
            if !isPaused { turn() }
        }
        end()
    }

    private func handle(_ event: DispatcherEvent) {
        switch event {
        case .wake: for job in jobs.values { job.mayHaveChanged() }
        case .ended(let end): take(end)
        case .stop: isStopped = true
        }
    }

    /// Takes webhooks for which something is due; whether there may be more of them.
    private func claim() -> Bool {
        guard !isPaused else { return false }
        let now = time.now()
        let room = configuration.webhooks - jobs.count
        let roomForFailing = configuration.failingWebhooks - jobs.values.count { $0.window.isFailing }
        guard room > 0 else {
            nextClaim = now + Self.pause
            return false
        }
        do {
            let vault = vault
            // Looking costs no commit.
            let due = try database.read { try WebhookTable($0, vault).nextDue(now: now) }
            nextClaim = claimTime(due, now)
            guard let due, due <= now else { return false }
            let until = now + configuration.lease
            let limit = roomForFailing > 0 ? min(room, roomForFailing) : room
            let (claims, next) = try database.writeAndWait { sql in
                let webhooks = WebhookTable(sql, vault)
                let claims = try webhooks.claim(
                    limit: limit, failingToo: roomForFailing > 0, leaseUntil: until, now: now)
                return (claims, try webhooks.nextDue(now: now))
            }
            // What is due and was not given to us has no room now.
            nextClaim = claims.isEmpty ? now + Self.pause : claimTime(next, now)
            for claim in claims {
                jobs[claim.webhook] = EndpointJob(claim, largestWindow: configuration.requestsPerWebhook)
            }
            return claims.count == limit
        } catch {
            fail("claiming webhooks", error)
            return false
        }
    }

    /// When to look again for what may be due at `next`.
    func claimTime(_ next: Timestamp?, _ now: Timestamp) -> Timestamp {
        let latest = now + configuration.poll
        return next.map { min($0, latest) } ?? latest
    }

    var isPaused: Bool { pausedUntil.map { time.uptime() < $0 } ?? false }

    /// Whether the next turn would do something without any new event.
    private var hasWork: Bool {
        guard !isPaused else { return false }
        let now = time.now()
        return jobs.values.contains { $0.hasNews || $0.isDrained || needsReading($0, now) || needsLease($0, now) }
            || !shares(now).isEmpty
    }

    private var idleTime: Duration {
        if isPaused { return .milliseconds(100) }
        let now = time.now()
        var until = claimTime(nextClaim, now)
        for job in jobs.values {
            if let due = job.nextDue { until = min(until, due) }
            if !job.ready.isEmpty, let time = job.readAgainAt { until = min(until, time) }
            until = min(until, job.claim.leaseUntil - configuration.lease * 2 / 3)
        }
        return .milliseconds(max(1, until.milliseconds - now.milliseconds))
    }

    /// Waits a little for what is under way, writes down what is known, and gives everything back.
    private func end() {
        inbox.take(while: { jobs.values.contains { !$0.underWay.isEmpty } }, atMost: configuration.drain, handle)
        for job in jobs.values {
            for request in job.underWay.values { request.task.cancel() }
            job.underWay.removeAll()
            job.ready.removeAll()
            job.isExhausted = true
        }
        write()
    }

    /// Leaves the store alone for a moment.
    func fail(_ what: String, _ error: any Error) {
        log(.error, "\(what) failed: \(LoggableError(error))")
        pausedUntil = time.uptime() + .milliseconds(500)
    }
}
