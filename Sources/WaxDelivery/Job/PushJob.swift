// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxSystem

/// One claimed push: what is known of it, and what of it is not written down yet. Confined to the engine's thread.
final class PushJob {
    private(set) var claim: PushClaim
    let push: Push
    let app: PushApp
    let credentials: JobCredentials
    let payloads: PushPayloads
    let rules: AttemptRules
    var progress: PushProgress

    /// Attempts whose rows say `sending`, to be sent while the lease is long enough.
    var ready: [Attempt] = []
    /// Attempts whose wait for another try is over.
    var retrying: [Attempt] = []
    /// Why the push cannot go on, when something it needs is damaged.
    private(set) var failure: PushFailure?

    private(set) var results: [DeliveryResult] = []
    private(set) var counts = Push.Counts()
    var deactivations: [Deactivation] = []
    var testRequests: [(n: Int64, protected: [UInt8])] = []
    /// What the app's owner is to be told.
    var alerts: [(alert: AppAlert, provider: Provider)] = []

    /// A device that its provider does not know, unless it registered again meanwhile.
    struct Deactivation {
        let device: Int64
        let reason: String
        let unlessRegisteredSince: Timestamp
    }

    init(
        claim: PushClaim, push: Push, app: PushApp, credentials: JobCredentials, payloads: PushPayloads,
        rules: AttemptRules
    ) {
        self.claim = claim
        self.push = push
        self.app = app
        self.credentials = credentials
        self.payloads = payloads
        self.rules = rules
        progress = PushProgress(claim)
    }

    /// Its name in the log.
    var name: String { "push \(PublicID(.push, push.id).text)" }

    var hasNews: Bool {
        !results.isEmpty || !deactivations.isEmpty || !testRequests.isEmpty || !alerts.isEmpty
    }

    /// When the push became due; its time to live is counted from there.
    var dueAt: Timestamp { push.scheduledAt ?? push.createdAt }

    /// The topic that test mode shows.
    var testTopic: String { "test.\(PublicID(.app, app.id).text)" }

    /// How much of the push's time is over.
    func elapsed(at now: Timestamp) -> Duration { .milliseconds(now.milliseconds - dueAt.milliseconds) }

    /// What is left of the push's own time.
    func timeToLive(at now: Timestamp) -> Duration { max(.zero, .seconds(push.ttlSeconds) - elapsed(at: now)) }

    /// Takes down that a delivery under way has ended.
    func record(_ result: DeliveryResult) {
        progress.ended()
        results.append(result)
        guard result.state.isFinal else { return }
        counts.queued -= 1
        counts.add(result.state)
    }

    /// Makes no more deliveries: something that the push needs is damaged.
    func fail(_ failure: PushFailure) {
        self.failure = failure
        progress.abandon()
    }

    /// All that had been taken down is written.
    func wrote(leaseUntil: Timestamp?) {
        results.removeAll(keepingCapacity: true)
        deactivations.removeAll()
        testRequests.removeAll()
        alerts.removeAll()
        counts = Push.Counts()
        if let leaseUntil { claim = claim.renewed(until: leaseUntil) }
    }
}

extension Push.Counts {
    mutating func add(_ state: DeliveryState) {
        switch state {
        case .queued, .sending: queued += 1
        case .sent: sent += 1
        case .refused: refused += 1
        case .failed, .expired, .cancelled: failed += 1
        }
    }
}

extension PushClaim {
    fileprivate func renewed(until: Timestamp) -> PushClaim {
        PushClaim(push: push, epoch: epoch, leaseUntil: until, fanOut: fanOut, nextDelivery: nextDelivery)
    }
}
