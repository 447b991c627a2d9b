// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// What is asked all the time goes along an index, and sorts nothing.
@Suite struct QueryPlanTests {
    private let store: TestStore
    private let app: PushApp

    init() throws {
        store = try TestStore()
        app = try store.addApp(owner: try store.owner())
    }

    private func check(_ body: @escaping @Sendable (any SQLConnection, Vault) throws -> Void) throws {
        let plans = try store.write { sql, vault in
            let recorded = RecordedStatements(sql)
            try body(recorded, vault)
            return try recorded.plans()
        }
        #expect(!plans.isEmpty)
        for (sql, steps) in plans {
            for step in steps {
                // A part that is made once for its statement may be looked through.
                let isScan = step.hasPrefix("SCAN") && !step.hasPrefix("SCAN CONSTANT ROW")
                #expect(!isScan && !step.contains("TEMP B-TREE"), "\(step) of \(sql)")
            }
        }
    }

    @Test func fanningOut() throws {
        let (app, id) = (app.seq, store.newID())
        for target in [PushTarget.all, .users(["a", "b"]), .devices([id])] {
            try check { sql, vault in
                _ = try DeviceTable(sql, vault).page(of: target, app: app, from: .start, limit: 10)
            }
        }
    }

    @Test func countingTheAudienceOfAnything() throws {
        let (app, id) = (app.seq, store.newID())
        for target in [PushTarget.all, .devices([id])] {
            try check { _ = try DeviceTable($0, $1).audience(of: target, app: app) }
        }
    }

    @Test func registering() throws {
        let (registration, id, now) = (
            DeviceRegistration(app: app.seq, platform: .ios, token: "aa"), store.newID(), store.now
        )
        try check { sql, vault in
            for _ in 0..<2 { _ = try DeviceTable(sql, vault).register(registration, newID: id, now: now) }
            guard let device = try DeviceTable(sql, vault).find(id) else { throw RecordError.vanished("devices") }
            _ = try DeviceTable(sql, vault).isUnchanged(device.seq, since: now)
            try DeviceTable(sql, vault).deactivate(device.seq, reason: "x", unlessRegisteredSince: now, now: now)
            try DeviceTable(sql, vault).delete(device, now: now)
        }
    }

    @Test func listing() throws {
        let (owner, app, now) = (app.owner, app, store.now)
        let push = try store.addPush(app)
        try check { sql, vault in
            _ = try PushAppTable(sql, vault).list(owner: owner, before: nil, limit: 5)
            for filter in 0..<4 {
                var devices = DeviceFilter()
                if filter == 1 { devices.app = app.seq }
                if filter == 2 { devices.userID = "anna" }
                if filter == 3 { (devices.platform, devices.active, devices.encrypted) = (.ios, true, false) }
                _ = try DeviceTable(sql, vault).list(owner: owner, filter: devices, before: nil, limit: 5)
            }
            _ = try DeliveryTable(sql, vault).list(push: push.seq, state: .sent, errorCode: "X", before: 9, limit: 5)
            _ = try IdempotencyTable(sql, vault).removeExpired(now: now)
            _ = try TestRequestTable(sql, vault).removeExpired(now: now)
        }
    }

    @Test func claimingAndRecording() throws {
        let (now, app) = (store.now, app)
        let push = try store.addPush(app)
        try check { sql, vault in
            let (pushes, deliveries) = (PushTable(sql, vault), DeliveryTable(sql, vault))
            let claims = try pushes.claim(limit: 5, leaseUntil: now + .seconds(60), now: now)
            _ = try pushes.nextDue(now: now)
            _ = try deliveries.pending(push: push.seq, after: -1, due: now, limit: 5)
            _ = try deliveries.nextRetry(push: push.seq)
            _ = try deliveries.firstError(push: push.seq)
            for claim in claims {
                try pushes.renew(claim, until: now)
                try pushes.release(claim, until: now)
                try pushes.finish(claim, as: .failed, errorCode: "X", now: now)
            }
            _ = try pushes.find(seq: push.seq)
        }
    }
}
