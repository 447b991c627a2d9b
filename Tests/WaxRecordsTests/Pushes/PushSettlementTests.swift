// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxProviders
import WaxRecords
import WaxSystem

/// What a push that ends is settled for.
@Suite struct PushSettlementTests {
    private let store: TestStore
    private let app: PushApp

    init() throws {
        store = try TestStore()
        app = try store.addApp(owner: try store.owner())
    }

    /// A push to five devices at three cents each, of which one got it, two failed, and of one nothing is known.
    private func sentPush() throws -> (Push, PushClaim) {
        for number in 0..<5 { try store.addDevice(app, "aa0\(number)") }
        let (id, now, app) = (store.newID(), store.now, app)
        return try store.write { sql, vault in
            let pushes = PushTable(sql, vault)
            try pushes.insert(
                NewPush(
                    id: id, owner: app.owner, app: app.seq, target: .all,
                    content: StoredContent(content: SeedVector.content, collapseKey: nil), priority: .high,
                    ttlSeconds: 60, scheduledAt: nil, deviceCount: 5, priceCents: 3), now: now)
            let claims = try pushes.claim(limit: 1, leaseUntil: now + .seconds(60), now: now)
            guard let push = try pushes.find(id, owner: app.owner), let claim = claims.first else {
                throw RecordError.vanished("pushes")
            }
            let ends: [(DeliveryState, String?)] = [
                (.sent, nil), (.failed, "TOKEN_INVALID"), (.failed, "PROVIDER_TIMEOUT"), (.failed, "PROVIDER_REJECTED"),
            ]
            try DeliveryTable(sql, vault).insert(
                ends.enumerated().map { n, end in
                    NewDelivery(
                        n: Int64(n), device: Int64(n + 1), userID: nil, state: end.0, encrypted: false,
                        errorCode: end.1)
                }, push: push.seq, now: now)
            try pushes.advance(
                claim, to: nil, nextDelivery: 4, eligible: 4, adding: Push.Counts(sent: 1, failed: 3))
            return (push, claim)
        }
    }

    @Test func whatMayHaveArrivedIsKept() throws {
        let (push, claim) = try sentPush()
        let now = store.now
        try store.write { try PushTable($0, $1).finish(claim, as: .sent, errorCode: nil, now: now) }
        let settled = try store.push(push.seq)
        #expect(settled.costCents == 15 && settled.refundedCents == 9)
    }

    @Test func aSecondSettlementChangesNothing() throws {
        let (push, claim) = try sentPush()
        let now = store.now
        for _ in 0..<2 {
            try store.write { try PushTable($0, $1).finish(claim, as: .sent, errorCode: nil, now: now) }
            #expect(try store.push(push.seq).refundedCents == 9)
        }
        #expect(try store.integers("SELECT count(*) FROM ledger") == [2])
    }
}
