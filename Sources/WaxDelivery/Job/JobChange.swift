// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// One push's part of a turn's transaction. It takes effect as a whole or, when the lease was lost, not at all.
struct JobChange: Sendable {
    /// How the engine parts from a push.
    enum Ending: Equatable, Sendable {
        /// It is final, or waits for the next attempt of some delivery.
        case settle
        /// It cannot go on: what is unfinished fails.
        case abandon(PushFailure)
        /// Somebody else may go on with it at once.
        case giveBack
    }

    enum Outcome: Sendable {
        /// Written; the lease now ends then, if it was renewed.
        case written(leaseUntil: Timestamp?)
        /// Written, and the push is no longer ours.
        case ended
        /// The lease was lost: nothing was written.
        case lost
        /// It can never be written: the error, by its kind.
        case refused(String)
    }

    struct Page: Sendable {
        let new: [NewDelivery]
        let begun: [NextAttempt]
        let eligible: Int64
        let counts: Push.Counts
        /// Nil when the page came from recovery; the inner value is nil when no device is left.
        let cursor: FanOutCursor??

        init(_ page: DeliveryPage) {
            new = page.new
            begun = page.begun
            eligible = page.eligible
            counts = page.counts
            cursor = if case .fannedOut(let cursor) = page.origin { .some(cursor) } else { nil }
        }
    }

    let push: Push
    let claim: PushClaim
    let leaseUntil: Timestamp?
    let results: [DeliveryResult]
    let counts: Push.Counts
    let deactivations: [PushJob.Deactivation]
    let testRequests: [(n: Int64, protected: [UInt8])]
    let alerts: [(alert: AppAlert, provider: Provider)]
    let page: Page?
    let ending: Ending?
    let nextDelivery: Int64

    /// How long what a provider would have been sent can be looked at.
    private static let testRequestLife = Duration.seconds(24 * 3600)

    func apply(_ sql: Transaction, _ writing: JobWriting, now: Timestamp) throws -> Outcome {
        let vault = writing.vault
        let pushes = PushTable(sql, vault)
        let deliveries = DeliveryTable(sql, vault)
        try pushes.add(counts, claim)
        if let leaseUntil { try pushes.renew(claim, until: leaseUntil) }
        try deliveries.record(results, push: claim.push, now: now)
        for (n, protected) in testRequests {
            try TestRequestTable(sql, vault).put(
                protected, push: claim.push, n: n, expiresAt: now + Self.testRequestLife)
        }
        let devices = DeviceTable(sql, vault)
        let deactivated = try deactivations.filter { change in
            try devices.deactivate(
                change.device, reason: change.reason, unlessRegisteredSince: change.unlessRegisteredSince, now: now)
        }
        if let page { try apply(page, pushes, deliveries, now: now) }
        let events = events(deactivated)
        if !events.isEmpty { try writing.events.record(events, owner: push.owner, now: now, in: sql) }
        guard let ending else { return .written(leaseUntil: leaseUntil) }
        switch ending {
        case .settle: try settle(sql, writing, now: now)
        case .abandon(let failure): try PushEnding.abandon(claim, failure, sql, writing, now: now)
        case .giveBack: try pushes.release(claim, until: now)
        }
        return .ended
    }

    private func events(_ deactivated: [PushJob.Deactivation]) -> [RecordEvent] {
        var ends = results.compactMap { RecordEvent.DeliveryEnd($0.n, $0.state) }
        if let page { ends += page.new.compactMap { RecordEvent.DeliveryEnd($0.n, $0.state) } }
        var events: [RecordEvent] = ends.isEmpty ? [] : [.deliveries(ends, push: claim.push)]
        events += deactivated.map { .deviceDeactivated(device: $0.device) }
        events += alerts.map { .providerError($0.alert, from: $0.provider, app: push.app) }
        return events
    }

    private func apply(_ page: Page, _ pushes: PushTable, _ deliveries: DeliveryTable, now: Timestamp) throws {
        try deliveries.begin(page.begun, push: claim.push)
        switch page.cursor {
        case .none: try pushes.add(page.counts, claim)
        case .some(let cursor):
            try deliveries.insert(page.new, push: claim.push, now: now)
            try pushes.advance(
                claim, to: cursor, nextDelivery: nextDelivery + Int64(page.new.count), eligible: page.eligible,
                adding: page.counts)
        }
    }

    private func settle(_ sql: Transaction, _ writing: JobWriting, now: Timestamp) throws {
        if let retry = try DeliveryTable(sql, writing.vault).nextRetry(push: claim.push) {
            try PushTable(sql, writing.vault).release(claim, until: retry)
        } else {
            try PushEnding.finish(claim, sql, writing, now: now)
        }
    }
}
