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
    /// Its next page.
    private(set) var nextPage = NextPage.none
    /// Why the push cannot go on, when something it needs is damaged.
    private(set) var failure: PushFailure?

    private(set) var results: [DeliveryResult] = []
    private(set) var counts = Push.Counts()
    var deactivations: [Deactivation] = []
    var testRequests: [(n: Int64, protected: [UInt8])] = []
    /// What the app's owner is to be told.
    var alerts: [(alert: AppAlert, provider: Provider)] = []

    /// Since when something waits to be written, as noted after each step.
    private(set) var newsSince: Duration?

    /// Where the next page of a push is.
    enum NextPage {
        /// Nobody makes it.
        case none
        /// It is being made, for so many deliveries at most.
        case ordered(Int)
        /// It is there, and waits to be written.
        case made(DeliveryPage)
    }

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

    /// The topic that test mode shows.
    var testTopic: String { "test.\(PublicID(.app, app.id).text)" }

    /// Takes out what is ready to be sent, for each lane in its order.
    func takeReady() -> [(lane: LaneKey, batch: [Attempt])] {
        var batches: [(lane: LaneKey, batch: [Attempt])] = []
        for attempt in ready {
            if let index = batches.firstIndex(where: { $0.lane == attempt.lane }) {
                batches[index].batch.append(attempt)
            } else {
                batches.append((attempt.lane, [attempt]))
            }
        }
        ready.removeAll(keepingCapacity: true)
        return batches
    }

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
        dropPage()
    }

    /// Notes since when something waits to be written, if anything does.
    func noteNews(_ now: Duration) {
        if hasNews, newsSince == nil { newsSince = now }
    }

    // MARK: The next page

    /// How many deliveries will be under way with the page that is not written yet.
    var reserved: Int {
        switch nextPage {
        case .none: 0
        case .ordered(let limit): limit
        case .made(let page): page.attempts.count
        }
    }

    /// What is to be made next when there is room for so many deliveries; nil when nothing is.
    func nextOrder(limit: Int) -> PageOrder? {
        guard case .none = nextPage else { return nil }
        let part: PageOrder.Part
        switch progress.next(capacity: limit) {
        case .wait, .settle: return nil
        case .recover(let after): part = .unfinished(after: after)
        case .fanOut(let cursor): part = .new(from: cursor, first: progress.nextDelivery)
        }
        return PageOrder(
            claim: claim, push: push, credentials: credentials, payloads: payloads, part: part,
            limit: min(limit, mostDeliveries(in: part)))
    }

    /// The devices of one user that a page has room for; whoever has more gets another page.
    private static let devicesPerUser = 8

    /// How many deliveries a part can have at most, so that a push to few reserves no room for many.
    private func mostDeliveries(in part: PageOrder.Part) -> Int {
        switch (part, push.target) {
        case (.unfinished(let after), _): max(1, Int(clamping: progress.nextDelivery - 1 - after))
        case (.new, .all): .max
        case (.new, .users(let ids)): max(1, ids.count * Self.devicesPerUser)
        case (.new, .devices(let ids)): max(1, ids.count)
        }
    }

    func pageIsOrdered(_ order: PageOrder) { nextPage = .ordered(order.limit) }

    func pageIsMade(_ page: DeliveryPage) { nextPage = .made(page) }

    /// Forgets the next page; unless the push is to end, it is made again.
    func dropPage() { nextPage = .none }

    /// The page is written: its attempts may be sent.
    func pageIsWritten(_ page: DeliveryPage) {
        switch page.origin {
        case .recovered(let last): progress.recovered(upTo: last)
        case .fannedOut(let cursor): progress.fannedOut(to: cursor, made: page.new.count)
        }
        progress.began(page.attempts.count)
        ready += page.attempts
        nextPage = .none
    }

    /// All that had been taken down is written.
    func wrote(leaseUntil: Timestamp?) {
        results.removeAll(keepingCapacity: true)
        deactivations.removeAll()
        testRequests.removeAll()
        alerts.removeAll()
        counts = Push.Counts()
        newsSince = nil
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
