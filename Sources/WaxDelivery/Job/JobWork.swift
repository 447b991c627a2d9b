// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxSystem

/// What one turn has to write for one push.
struct JobWork {
    let job: PushJob
    var page: DeliveryPage?
    var settles = false
    var renews = false

    init(job: PushJob) {
        self.job = job
    }

    var isEmpty: Bool { page == nil && !settles && !renews && !job.hasNews }

    /// The same as values that the writer's thread may take.
    func change(leaseUntil: Timestamp) -> JobChange {
        JobChange(
            push: job.push, claim: job.claim, leaseUntil: renews ? leaseUntil : nil,
            results: job.results + (page?.ended ?? []), counts: job.counts, deactivations: job.deactivations,
            testRequests: job.testRequests, alerts: job.alerts, page: page.map(JobChange.Page.init), settles: settles,
            nextDelivery: job.progress.nextDelivery)
    }
}

extension PushJob {
    func clearNews() {
        results.removeAll(keepingCapacity: true)
        deactivations.removeAll()
        testRequests.removeAll()
        alerts.removeAll()
        counts = Push.Counts()
    }
}

extension PushClaim {
    func renewed(until: Timestamp) -> PushClaim {
        PushClaim(push: push, epoch: epoch, leaseUntil: until, fanOut: fanOut, nextDelivery: nextDelivery)
    }
}
