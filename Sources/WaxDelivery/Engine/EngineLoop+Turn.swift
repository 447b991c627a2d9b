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
                try orderPage(of: job, &budget)
                let work = work(for: job)
                if !work.isEmpty { works.append(work) }
            } catch {
                pageFailed(job, error)
                if isPaused { break }
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
        guard ramps.hasWaiting || !awaitedTokens.isEmpty else { return true }
        // Attempts of one lane come in runs.
        var last: LaneKey?
        for attempt in job.ready where attempt.lane != last {
            if !mustWait(attempt.lane) { return true }
            last = attempt.lane
        }
        return false
    }

    func leaseLeft(_ job: PushJob) -> Duration {
        .milliseconds(job.claim.leaseUntil.milliseconds - time.now().milliseconds)
    }

    /// Makes the next page of a push, or has it made aside.
    private func orderPage(of job: PushJob, _ budget: inout PageBudget) throws {
        guard !isStopping, let order = job.nextOrder(limit: budget.page(underWay: job.progress.underWay)) else {
            return
        }
        if order.limit <= configuration.smallPage {
            job.pageIsMade(try pages.make(order))
        } else {
            job.pageIsOrdered(order)
            pageMaker.make(order)
        }
        budget.take(job.reserved)
    }

    /// A page that was made aside is there; late ones of an earlier claim, or of a push that has ended, are not wanted.
    func pageArrived(_ made: MadePage) {
        guard let job = jobs[made.push], job.claim.epoch == made.epoch, case .ordered = job.nextPage else { return }
        job.dropPage()
        do {
            let page = try made.result.get()
            if !isStopping { job.pageIsMade(page) }
        } catch {
            pageFailed(job, error)
        }
    }

    private func pageFailed(_ job: PushJob, _ error: any Error) {
        if let error = error as? StoreError, error.isOfTheStore {
            log(.error, "\(job.name): reading its devices failed: \(error)")
            pause()
        } else {
            log(.error, "\(job.name): its devices cannot be read: \(LoggableError(error))")
            job.fail(.recordDamaged)
        }
    }

    /// Whether the ends of a push's deliveries are written now: waiting for more makes the writes larger and fewer.
    func newsAreDue(of job: PushJob, _ now: Duration) -> Bool {
        guard job.hasNews else { return false }
        return isStopping || job.progress.underWay + job.reserved == 0 || job.results.count >= configuration.pageSize
            || now >= (job.newsSince ?? now) + configuration.recordDelay
    }

    private func work(for job: PushJob) -> JobWork {
        var work = JobWork(job: job)
        work.renews = leaseLeft(job) < configuration.lease * 7 / 8
        work.recordsNews = newsAreDue(of: job, time.uptime())
        if isStopping {
            if job.progress.underWay == 0 {
                work.ending = ending(of: job, job.progress.isComplete ? .settle : .giveBack)
            }
            return work
        }
        if case .made(let page) = job.nextPage { work.page = page }
        if job.progress.next(capacity: 0) == .settle { work.ending = ending(of: job, .settle) }
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
            for work in works where work.page != nil { work.job.dropPage() }
            log(.error, "recording deliveries failed: \(LoggableError(error))")
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
            return .refused(LoggableError(error).description)
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
            if let page = work.page { job.pageIsWritten(page) }
        }
    }

    /// Forgets a push: it is final, given back, or somebody else's.
    func drop(_ job: PushJob) {
        let push = job.claim.push
        jobs[push] = nil
        order.removeAll { $0 == push }
        // Nothing is under way for a push that ended in order.
        if job.progress.underWay > 0 { attempts.removeAll(ofPush: push) }
        noteRoom()
    }
}
