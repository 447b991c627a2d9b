// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxSystem

/// What one turn has to write for one push.
struct JobWork {
    let job: PushJob
    var page: DeliveryPage?
    var ending: JobChange.Ending?
    var renews = false
    /// Whether the ends of deliveries that are known have waited long enough.
    var recordsNews = false

    init(job: PushJob) {
        self.job = job
    }

    var isEmpty: Bool { page == nil && ending == nil && !renews && !recordsNews }

    /// The same as values that the writer's thread may take.
    func change(leaseUntil: Timestamp) -> JobChange {
        JobChange(
            push: job.push, claim: job.claim, leaseUntil: renews ? leaseUntil : nil,
            results: job.results + (page?.ended ?? []), counts: job.counts, deactivations: job.deactivations,
            testRequests: job.testRequests, alerts: job.alerts, page: page.map(JobChange.Page.init), ending: ending,
            nextDelivery: job.progress.nextDelivery)
    }
}
