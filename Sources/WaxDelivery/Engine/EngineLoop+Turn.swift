// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

extension EngineLoop {
    /// Makes at most one page for each push, writes all that is new in one transaction, then sends.
    func turn() {
        var works: [JobWork] = []
        for job in jobs.values {
            do {
                if let work = try work(for: job) { works.append(work) }
            } catch {
                log(.error, "push \(PublicID(.push, job.push.id).text): making deliveries failed: \(error)")
                drop(job)
            }
        }
        write(works)
        for job in Array(jobs.values) where hasSendable(job) { send(job) }
    }

    /// Whether enough of the lease is left to write to a socket.
    func canSend(_ job: PushJob) -> Bool {
        let left = job.claim.leaseUntil.milliseconds - time.now().milliseconds
        return left >= configuration.leaseToSend.milliseconds
    }

    func hasSendable(_ job: PushJob) -> Bool {
        canSend(job) && job.ready.contains { !awaitedTokens.contains($0.lane) }
    }

    private func work(for job: PushJob) throws -> JobWork? {
        var work = JobWork(job: job)
        let capacity = min(capacity, configuration.pageSize)
        switch job.progress.next(capacity: capacity) {
        case .wait: break
        case .settle: work.settles = true
        case .recover(let after): work.page = try recoveredPage(of: job, after: after, limit: capacity)
        case .fanOut(let cursor): work.page = try newPage(of: job, from: cursor, limit: capacity)
        }
        let left = job.claim.leaseUntil.milliseconds - time.now().milliseconds
        work.renews = left < configuration.lease.milliseconds * 7 / 8
        return work.isEmpty ? nil : work
    }

    private func write(_ works: [JobWork]) {
        guard !works.isEmpty else { return }
        let now = time.now()
        let changes = works.map { $0.change(leaseUntil: now + configuration.lease) }
        let writing = writing
        do {
            let outcomes = try database.writeAndWait { sql in
                try changes.map { change in
                    do {
                        return try sql.attempt { try change.apply(sql, writing, now: now) }
                    } catch is LeaseLost {
                        return .lost
                    }
                }
            }
            for (work, outcome) in zip(works, outcomes) { conclude(work, outcome) }
        } catch {
            // Nothing was written, so nothing is sent: what is known stays for the next turn, pages are made again.
            log(.error, "recording deliveries failed: \(error)")
            pausedUntil = time.uptime() + .milliseconds(500)
        }
    }

    private func conclude(_ work: JobWork, _ outcome: JobChange.Outcome) {
        let job = work.job
        switch outcome {
        case .lost:
            log(.warning, "push \(PublicID(.push, job.push.id).text): its lease was lost")
            drop(job)
        case .settled:
            drop(job)
            inbox.put(.wake)
        case .written(let leaseUntil):
            job.clearNews()
            if let leaseUntil { job.claim = job.claim.renewed(until: leaseUntil) }
            if let page = work.page { take(page, into: job) }
        }
    }

    private func take(_ page: DeliveryPage, into job: PushJob) {
        switch page.origin {
        case .recovered(let last): job.progress.recovered(upTo: last)
        case .fannedOut(let cursor): job.progress.fannedOut(to: cursor, made: page.new.count)
        }
        job.progress.began(page.attempts.count)
        job.ready += page.attempts
    }

    /// Forgets a push: it is final, given back, or somebody else's.
    private func drop(_ job: PushJob) {
        jobs[job.claim.push] = nil
        attempts = attempts.filter { $0.value.push != job.claim.push }
    }
}
