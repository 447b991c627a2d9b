// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

extension EngineLoop {
    /// Makes at most one page for each push, writes all that is new in one transaction, then sends.
    func turn() {
        openClaims()
        var budget = budget
        var works: [JobWork] = []
        for push in order {
            guard let job = jobs[push] else { continue }
            do {
                try resume(job)
                let work = try work(for: job, &budget)
                if !work.isEmpty { works.append(work) }
            } catch let error as StoreError where error.isOfTheStore {
                log(.error, "\(job.name): reading its devices failed: \(error)")
                pause()
                break
            } catch {
                log(.error, "\(job.name): its devices cannot be read: \(describe(error))")
                job.fail(.recordDamaged)
            }
        }
        // Whoever was first is last next time.
        if !order.isEmpty { order.append(order.removeFirst()) }
        write(works)
        // What a lane may send goes first to those that need little of it.
        for job in jobs.values.filter(hasSendable).sorted(by: { $0.ready.count < $1.ready.count }) { send(job) }
    }

    /// Whether there is an attempt that can be sent under this lease, through a lane that need not wait.
    func hasSendable(_ job: PushJob) -> Bool {
        guard !job.ready.isEmpty, leaseLeft(job) >= configuration.leaseToSend else { return false }
        return awaitedTokens.isEmpty && ramps.isEmpty || job.ready.contains { !mustWait($0.lane) }
    }

    private func leaseLeft(_ job: PushJob) -> Duration {
        .milliseconds(job.claim.leaseUntil.milliseconds - time.now().milliseconds)
    }

    private func work(for job: PushJob, _ budget: inout PageBudget) throws -> JobWork {
        var work = JobWork(job: job)
        work.renews = leaseLeft(job) < configuration.lease * 7 / 8
        if isStopping {
            if job.progress.underWay == 0 {
                work.ending = ending(of: job, job.progress.isComplete ? .settle : .giveBack)
            }
            return work
        }
        let size = budget.page(underWay: job.progress.underWay)
        switch job.progress.next(capacity: size) {
        case .wait: break
        case .settle: work.ending = ending(of: job, .settle)
        case .recover(let after): work.page = try recoveredPage(of: job, after: after, limit: size)
        case .fanOut(let cursor): work.page = try newPage(of: job, from: cursor, limit: size)
        }
        budget.take(work.page?.attempts.count ?? 0)
        return work
    }

    private func ending(of job: PushJob, _ ending: JobChange.Ending) -> JobChange.Ending {
        job.failure.map(JobChange.Ending.abandon) ?? ending
    }

    private func write(_ works: [JobWork]) {
        guard !works.isEmpty, !isPaused else { return }
        let now = time.now()
        let changes = works.map { $0.change(leaseUntil: now + configuration.lease) }
        let writing = writing
        do {
            let outcomes = try database.writeAndWait { sql in
                try changes.map { try Self.apply($0, sql, writing, now) }
            }
            for (work, outcome) in zip(works, outcomes) { conclude(work, outcome) }
        } catch {
            // Nothing was written, so nothing is sent: what is known stays for the next turn, pages are made again.
            log(.error, "recording deliveries failed: \(describe(error))")
            pause()
        }
    }

    /// Applies one push's change; only a failure of the store itself is thrown, and is everybody's.
    private static func apply(
        _ change: JobChange, _ sql: Transaction, _ writing: JobWriting, _ now: Timestamp
    ) throws -> JobChange.Outcome {
        do {
            return try sql.attempt { try change.apply(sql, writing, now: now) }
        } catch is LeaseLost {
            return .lost
        } catch let error as StoreError where error.isOfTheStore {
            throw error
        } catch {
            return .refused((error as? StoreError)?.description ?? "\(type(of: error))")
        }
    }

    private func conclude(_ work: JobWork, _ outcome: JobChange.Outcome) {
        let job = work.job
        switch outcome {
        case .lost:
            log(.warning, "\(job.name): its lease was lost")
            drop(job)
        case .ended:
            log(.debug, "\(job.name): settled")
            drop(job)
        case .refused(let reason):
            log(.error, "\(job.name): what came of it cannot be written: \(reason)")
            // Without a page it may be; when not even its end can be written, it comes back once its lease is over.
            if job.failure == nil { job.fail(.recordDamaged) } else { drop(job) }
        case .written(let leaseUntil):
            job.wrote(leaseUntil: leaseUntil)
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
    func drop(_ job: PushJob) {
        let push = job.claim.push
        jobs[push] = nil
        order.removeAll { $0 == push }
        // Nothing is under way for a push that ended in order.
        if job.progress.underWay > 0 { attempts = attempts.filter { $0.value.push != push } }
        noteRoom()
    }
}
