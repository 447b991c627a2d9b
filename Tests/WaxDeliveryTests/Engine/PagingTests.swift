// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// Pages, the bound on what is under way, and how pushes share it.
@Suite struct PagingTests {
    private func addDevices(_ rig: EngineRig, _ app: PushApp, _ count: Int, user: String? = nil) throws {
        try rig.store.addDevices(
            app,
            (0..<count).map { index in
                DeviceRegistration(
                    app: app.seq, platform: .ios, token: String(index + 0x100_0000, radix: 16),
                    userID: user.map { .set($0) } ?? .keep)
            })
    }

    @Test(arguments: [0, 1, 999, 1000, 1001, 2500]) func pageBoundaries(count: Int) throws {
        let rig = try EngineRig()
        let app = try rig.app()
        try addDevices(rig, app, count)
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(rig.providers.sent.count == count)
        #expect(Set(rig.providers.sent.map(\.request.path)).count == count)
        let done = try rig.push(push)
        #expect(done.state == (count == 0 ? .failed : .sent) && done.deviceCount == Int64(count))
        #expect(try rig.store.deliveries(push).map(\.n) == (0..<Int64(count)).map { $0 })
        try rig.checkCounts(push)
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func smallPages(size: Int) throws {
        let rig = try EngineRig { $0.pageSize = size }
        let app = try rig.app()
        for user in ["a", "b", "c"] {
            for index in 0..<4 { try rig.store.addDevice(app, "\(user)\(index)", user: user) }
        }
        let push = try rig.store.addPush(app, to: .users(["c", "nobody", "a"]))
        rig.run()
        let tokens = rig.providers.sent.map { String($0.request.path.suffix(2)) }
        #expect(tokens == ["c0", "c1", "c2", "c3", "a0", "a1", "a2", "a3"])
        #expect(try rig.push(push).state == .sent)
        try rig.checkCounts(push)
    }

    @Test(arguments: [1, 5, 64]) func nothingPassesTheBound(limit: Int) throws {
        let rig = try EngineRig { $0.attemptsInFlight = limit }
        let app = try rig.app()
        try addDevices(rig, app, 40)
        rig.providers.hold()
        let pushes = try (0..<10).map { _ in try rig.store.addPush(app) }
        rig.run()
        while !rig.providers.held.isEmpty {
            #expect(rig.providers.held.count <= limit)
            rig.providers.release(3)
            rig.run()
        }
        #expect(rig.providers.mostHeld <= limit)
        for push in pushes {
            #expect(try rig.states(push).allSatisfy { $0 == .sent })
            try rig.checkCounts(push)
        }
        #expect(rig.providers.sent.count == 400)
    }

    @Test func retriesInMemoryCountToo() throws {
        let rig = try EngineRig { $0.attemptsInFlight = 6 }
        let app = try rig.app()
        try addDevices(rig, app, 30)
        rig.providers.answer { _ in .notProcessed(.refused) }
        _ = try rig.store.addPush(app)
        rig.run()
        #expect(rig.providers.sent.count == 3)
        rig.advance(by: .milliseconds(500))
        #expect(rig.providers.sent.count == 6)
    }

    /// A push to many whose provider does not answer leaves room for the next one.
    @Test func aStuckPushDoesNotHoldUpOthers() throws {
        let rig = try EngineRig { $0.attemptsInFlight = 100 }
        let (app, other) = (try rig.app(), try rig.app("other"))
        try addDevices(rig, app, 500)
        try rig.store.addDevice(other, "aa")
        let account = app.owner.account
        rig.providers.answer { sent in
            if case .apns(account, _, _, _, _, _) = sent.lane { nil } else { .accepted }
        }
        let stuck = try rig.store.addPush(app)
        rig.run()
        #expect(rig.providers.held.count == 50)
        let small = try rig.store.addPush(other)
        rig.run()
        #expect(try rig.push(small).state == .sent)
        #expect(try rig.push(stuck).state == .sending)
    }

    @Test func pushesTakeTurns() throws {
        let rig = try EngineRig { $0.attemptsInFlight = 8 }
        let app = try rig.app()
        try addDevices(rig, app, 50)
        rig.providers.hold()
        let pushes = try (0..<4).map { _ in try rig.store.addPush(app) }
        rig.run()
        for _ in 0..<40 {
            rig.providers.release(1)
            rig.run()
        }
        let made = try pushes.map { try rig.store.deliveries($0).count }
        #expect(made.allSatisfy { $0 >= 6 }, "\(made)")
    }

    @Test func morePushesThanPlaces() throws {
        let rig = try EngineRig { $0.jobs = 2 }
        let app = try rig.app()
        try rig.store.addDevice(app, "aa")
        rig.providers.hold()
        let pushes = try (0..<7).map { _ in try rig.store.addPush(app) }
        rig.run()
        // Full, with others that are due: it waits instead of asking again and again.
        #expect(rig.providers.held.count == 2 && rig.loop.idleTime > .zero)
        for _ in 0..<7 {
            rig.providers.release()
            rig.run()
        }
        for push in pushes { #expect(try rig.push(push).state == .sent) }
    }

    @Test func devicesThatComeAndGoWhileAPushIsUnderWay() throws {
        let rig = try EngineRig {
            $0.pageSize = 2
            $0.attemptsInFlight = 4
        }
        let app = try rig.app()
        let devices = try (0..<6).map { try rig.store.addDevice(app, "a\($0)") }
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(rig.providers.held.count == 2)
        rig.store.time.advance(by: .seconds(1))
        let (gone, dead, now) = (devices[3], devices[4], rig.store.now)
        try rig.store.write { sql, vault in
            try DeviceTable(sql, vault).delete(gone, now: now)
            try DeviceTable(sql, vault).deactivate(
                dead.seq, reason: "x", unlessRegisteredSince: now, now: now)
        }
        try rig.store.addDevice(app, "a9")
        rig.providers.answer { _ in .accepted }
        rig.providers.release()
        rig.run()
        #expect(rig.providers.sent.map { $0.request.path.suffix(2) } == ["a0", "a1", "a2", "a5", "a9"])
        #expect(try rig.push(push).deviceCount == 5)
        try rig.checkCounts(push)
    }
}
