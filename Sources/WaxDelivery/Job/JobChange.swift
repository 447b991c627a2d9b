// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

/// One push's part of a turn's transaction. It takes effect as a whole or, when the lease was lost, not at all.
struct JobChange: Sendable {
    enum Outcome: Sendable {
        /// Written; the lease now ends then, if it was renewed.
        case written(leaseUntil: Timestamp?)
        /// The push is final or given back.
        case settled
        case lost
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
    let testRequests: [(n: Int64, request: [UInt8])]
    let alerts: [RaisedAlert]
    let page: Page?
    let settles: Bool
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
        for (n, request) in testRequests {
            try TestRequestTable(sql, vault).put(
                request, push: claim.push, n: n, delivery: push.deliveryID(n), expiresAt: now + Self.testRequestLife)
        }
        let devices = DeviceTable(sql, vault)
        let deactivated = try deactivations.filter { change in
            try devices.deactivate(
                change.device, reason: change.reason, unlessRegisteredSince: change.unlessRegisteredSince, now: now)
        }
        if let page { try apply(page, pushes, deliveries, now: now) }
        let events = events(deactivated)
        if !events.isEmpty { try writing.events.record(events, owner: push.owner, now: now, in: sql) }
        return settles ? try settle(sql, pushes, deliveries, writing, now: now) : .written(leaseUntil: leaseUntil)
    }

    private func events(_ deactivated: [PushJob.Deactivation]) -> [RecordEvent] {
        var ends = results.compactMap { $0.state.isFinal ? RecordEvent.DeliveryEnd($0.n, $0.state) : nil }
        if let page {
            ends += page.new.compactMap { $0.state.isFinal ? RecordEvent.DeliveryEnd($0.n, $0.state) : nil }
        }
        var events: [RecordEvent] = ends.isEmpty ? [] : [.deliveries(ends, push: claim.push)]
        events += deactivated.map { .deviceDeactivated(device: $0.device) }
        events += alerts.map { .providerError($0.alert, from: $0.provider, app: $0.app) }
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

    private func settle(
        _ sql: Transaction, _ pushes: PushTable, _ deliveries: DeliveryTable, _ writing: JobWriting, now: Timestamp
    ) throws -> Outcome {
        if let retry = try deliveries.nextRetry(push: claim.push) {
            try pushes.release(claim, until: retry)
            return .settled
        }
        guard let push = try pushes.find(seq: claim.push) else { throw RecordError.vanished("pushes") }
        if push.counts.sent > 0 {
            try writing.finish(claim, as: .sent, errorCode: nil, sql, now: now)
        } else {
            let code = try deliveries.firstError(push: claim.push) ?? "NO_DEVICES"
            try writing.finish(claim, as: .failed, errorCode: code, sql, now: now)
        }
        return .settled
    }
}
