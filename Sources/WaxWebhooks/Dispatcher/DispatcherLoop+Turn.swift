// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

extension DispatcherLoop {
    /// Writes all that is new in one transaction, reads what is due, and begins what may begin.
    func turn() {
        write()
        guard !isPaused else { return }
        let now = time.now()
        for job in jobs.values where needsEvents(job, now) { load(job, now) }
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

    func needsEvents(_ job: EndpointJob, _ now: Timestamp) -> Bool {
        if let due = job.nextDue, due <= now { return true }
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
                let outcomes = try changes.map { change in
                    do {
                        return try sql.attempt { try change.apply(sql, vault, now: now) }
                    } catch is LeaseLost {
                        return .lost
                    }
                }
                return (outcomes, try WebhookTable(sql, vault).nextDue())
            }
            nextClaim = claimTime(next, now)
            for (index, outcome) in outcomes.enumerated() { conclude(writing[index], changes[index], outcome) }
        } catch {
            fail("recording webhook deliveries", error)
        }
    }

    private func conclude(_ job: EndpointJob, _ change: EndpointChange, _ outcome: EndpointChange.Outcome) {
        switch outcome {
        case .lost:
            log(.debug, "a webhook was deleted, or its lease was lost")
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
            job.nextDue = found.nextDue
            guard found.webhook?.isActive ?? true else {
                job.ready.removeAll()
                job.abandoned = found.events.map { ($0, ULID(time: now, random: random)) }
                return
            }
            job.ready += found.events
        } catch {
            fail("reading webhook events", error)
        }
    }
}
