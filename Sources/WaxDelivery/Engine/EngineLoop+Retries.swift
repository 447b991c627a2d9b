// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

extension EngineLoop {
    /// Takes up whose time has come.
    func fireTimers() {
        let moment = moment
        while let timer = timers.takeDue(at: moment.uptime) {
            switch timer {
            case .outcome(let outcome): handle(outcome, at: moment)
            case .ramp(let lane): ramps.resume(lane)
            case .retry(let id):
                guard let attempt = attempts.remove(id) else { continue }
                jobs[attempt.push]?.retrying.append(attempt)
            }
        }
    }

    /// Sends the same requests again whose wait is over. Where the device changed meanwhile, by a new key or otherwise, or
    /// plain text is no longer allowed, its delivery is decided anew instead, as one that had to wait longer would be.
    func resume(_ job: PushJob) throws {
        guard !job.retrying.isEmpty else { return }
        let (vault, retrying, now) = (vault, job.retrying, time.now())
        let isUnchanged = try database.read { sql in
            let devices = DeviceTable(sql, vault)
            let requiresEncryption = try job.push.requiresEncryption(sql, vault)
            return try retrying.map { attempt in
                guard attempt.encrypted || !requiresEncryption else { return false }
                return try devices.isUnchanged(attempt.device, since: attempt.deviceUpdatedAt)
            }
        }
        job.retrying.removeAll()
        for (attempt, isUnchanged) in zip(retrying, isUnchanged) {
            guard isUnchanged else {
                putAside(attempt, of: job, until: now)
                continue
            }
            var attempt = attempt
            attempt.history.attempts += 1
            job.ready.append(attempt)
        }
    }

    /// Leaves to a later claim what has certainly not been sent: the engine stops.
    func putAside() {
        let now = time.now()
        for job in jobs.values {
            for attempt in job.ready {
                var attempt = attempt
                attempt.history.attempts -= 1
                putAside(attempt, of: job, until: now)
            }
            for attempt in job.retrying { putAside(attempt, of: job, until: now) }
            job.ready.removeAll()
            job.retrying.removeAll()
        }
        for timer in timers.removeAll() {
            let id: UInt64
            switch timer {
            case .retry(let attempt): id = attempt
            case .outcome(let answer): id = answer.id
            case .ramp: continue
            }
            guard let attempt = attempts.remove(id), let job = jobs[attempt.push] else { continue }
            putAside(attempt, of: job, until: now)
        }
    }

    private func putAside(_ attempt: Attempt, of job: PushJob, until time: Timestamp) {
        job.record(DeliveryResult(n: attempt.n, state: .queued, history: attempt.history, retryAt: time))
    }
}
