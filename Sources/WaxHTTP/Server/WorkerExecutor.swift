// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Goes on with requests that waited, on the thread of the worker that serves their connections: an answer crosses no
/// other thread on its way.
final class WorkerExecutor: TaskExecutor {
    private let wake: PollSignal
    /// What is to be run; nil once the worker has ended.
    private let jobs = Locked<[UnownedJob]?>([])

    /// Signals `wake` when there is something to run.
    init(wake: PollSignal) {
        self.wake = wake
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = jobs.withLock { $0?.append(job) != nil }
        if isTaken {
            wake.signal()
        } else {
            globalConcurrentExecutor.enqueue(job)
        }
    }

    /// Runs what is there, but not what comes meanwhile; to be called by the worker.
    func runJobs() {
        let ready = jobs.withLock { jobs in
            defer { if jobs != nil { jobs = [] } }
            return jobs ?? []
        }
        for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Leaves what is there, and all that comes, to the threads of the process.
    func end() {
        let rest = jobs.withLock { jobs in
            defer { jobs = nil }
            return jobs ?? []
        }
        for job in rest { globalConcurrentExecutor.enqueue(job) }
    }
}
