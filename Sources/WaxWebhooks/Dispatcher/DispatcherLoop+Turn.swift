// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

extension DispatcherLoop {
    /// How long a webhook whose rows are damaged is left alone.
    private static let damagePause = Duration.seconds(60)

    /// Writes all that is new in one transaction, reads what is due, and begins what may begin.
    func turn() {
        write()
        guard !isPaused else { return }
        let now = time.now()
        for job in jobs.values where needsReading(job, now) { load(job, now) }
        send(now)
        turns += 1
    }

    /// Whether enough of the lease is left for a request.
    func canSend(_ job: EndpointJob, _ now: Timestamp) -> Bool {
        job.claim.leaseUntil - configuration.leaseToSend >= now
    }

    func needsLease(_ job: EndpointJob, _ now: Timestamp) -> Bool {
        job.claim.leaseUntil - configuration.lease * 2 / 3 <= now
    }

    func needsReading(_ job: EndpointJob, _ now: Timestamp) -> Bool {
        if let due = job.nextDue, due <= now { return true }
        // What is loaded goes where the webhook now says, and is signed with the secret that it now has.
        if !job.ready.isEmpty, job.readAgainAt.map({ $0 <= now }) ?? true { return true }
        return !job.isExhausted && job.ready.count < configuration.eventsInMemory / 2
    }

    func write() {
        let now = time.now()
        let writing = jobs.values.filter { $0.hasNews || $0.isDrained || needsLease($0, now) }
        guard !writing.isEmpty else { return }
        let changes = writing.map { job in
            EndpointChange(
                claim: job.claim, results: job.results, abandoned: job.abandoned, vanished: job.vanished,
                leaseUntil: needsLease(job, now) ? now + configuration.lease : nil, releases: job.isDrained,
                rules: rules)
        }
        let vault = vault
        do {
            let (outcomes, next) = try database.writeAndWait { sql in
                let outcomes = try changes.map { try Self.apply($0, sql, vault, now) }
                return (outcomes, try WebhookTable(sql, vault).nextDue(now: now))
            }
            nextClaim = claimTime(next, now)
            for (index, outcome) in outcomes.enumerated() { conclude(writing[index], changes[index], outcome) }
        } catch {
            fail("recording webhook deliveries", error)
        }
    }

    /// Applies one webhook's change; only a failure of the store itself is thrown, and is everybody's.
    private static func apply(
        _ change: EndpointChange, _ sql: Transaction, _ vault: Vault, _ now: Timestamp
    ) throws -> EndpointChange.Outcome {
        do {
            return try sql.attempt { try change.apply(sql, vault, now: now) }
        } catch is LeaseLost {
            return .lost
        } catch let error as StoreError where error.isOfTheStore {
            throw error
        } catch {
            return .refused(LoggableError(error).description)
        }
    }

    private func conclude(_ job: EndpointJob, _ change: EndpointChange, _ outcome: EndpointChange.Outcome) {
        switch outcome {
        case .lost:
            log(.debug, "a webhook was deleted, or its lease was lost")
            drop(job)
        case .refused(let reason):
            // It comes back once its lease is over.
            log(.error, "what came of a webhook cannot be written: \(reason)")
            drop(job)
        case .written(let turnedOff):
            if let turnedOff, let webhook = job.webhook {
                log(.info, "webhook \(PublicID(.webhook, webhook.id).text) is off: \(turnedOff.rawValue)")
                // What is in memory is read anew, and given up.
                job.ready.removeAll()
                job.isExhausted = false
            }
            if !change.abandoned.isEmpty { job.isExhausted = false }
            job.clearNews()
            if let leaseUntil = change.leaseUntil { job.claim.leaseUntil = leaseUntil }
            if change.releases { drop(job) }
        }
    }

    /// Forgets a webhook: it was given back, or is somebody else's.
    private func drop(_ job: EndpointJob) {
        for request in job.underWay.values { request.task.cancel() }
        jobs[job.claim.webhook] = nil
    }

    /// Reads the webhook as it now is, and what is due for it.
    private func load(_ job: EndpointJob, _ now: Timestamp) {
        do {
            let found = try database.read { sql in
                try EndpointReading(sql, vault, job: job, configuration: configuration, now: now)
            }
            job.webhook = found.webhook
            job.secrets = found.secrets
            job.vanished += found.vanished
            job.isExhausted = found.isExhausted
            job.readAgainAt = now + configuration.poll
            job.nextDue = found.nextDue
            guard found.webhook?.isActive ?? true else {
                job.ready.removeAll()
                job.abandoned = found.events.map { ($0, ULID(time: now, random: random)) }
                return
            }
            job.ready += found.events
            job.isDamaged = false
        } catch let error as StoreError where error.isOfTheStore {
            fail("reading webhook events", error)
        } catch {
            log(.error, "the events of a webhook cannot be read: \(LoggableError(error))")
            job.isDamaged = true
            job.isExhausted = true
            job.nextDue = now + Self.damagePause
            job.readAgainAt = job.nextDue
        }
    }
}
