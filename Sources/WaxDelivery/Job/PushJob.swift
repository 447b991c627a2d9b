// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxSystem

/// One claimed push: what is known of it, and what of it is not written down yet. Confined to the engine's thread.
final class PushJob {
    var claim: PushClaim
    let push: Push
    let app: PushApp
    let payloads: PushPayloads
    let rules: AttemptRules
    var progress: PushProgress

    /// Attempts whose rows say `sending`, to be sent while the lease is long enough.
    var ready: [Attempt] = []
    var results: [DeliveryResult] = []
    var counts = Push.Counts()
    var deactivations: [Deactivation] = []
    var testRequests: [(n: Int64, request: [UInt8])] = []
    var alerts: [RaisedAlert] = []

    struct Deactivation {
        let device: Int64
        let reason: String
        let unlessRegisteredSince: Timestamp
    }

    init(claim: PushClaim, push: Push, app: PushApp, payloads: PushPayloads, rules: AttemptRules) {
        self.claim = claim
        self.push = push
        self.app = app
        self.payloads = payloads
        self.rules = rules
        progress = PushProgress(claim)
    }

    var hasNews: Bool {
        !results.isEmpty || !deactivations.isEmpty || !testRequests.isEmpty || !alerts.isEmpty
    }

    /// When the push became due; its time to live is counted from there.
    var dueAt: Timestamp { push.scheduledAt ?? push.createdAt }

    /// The topic that test mode shows.
    var testTopic: String { "test.\(PublicID(.app, app.id).text)" }

    /// What is left of the push's own time.
    func timeToLive(at now: Timestamp) -> Duration {
        .milliseconds(max(0, dueAt.milliseconds + push.ttlSeconds * 1000 - now.milliseconds))
    }

    /// Counts a delivery that leaves `queued` for good.
    func count(_ state: DeliveryState) {
        counts.queued -= 1
        counts.add(state)
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
