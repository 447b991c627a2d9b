// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxDelivery

/// Pages that another thread makes while the engine goes on.
@Suite struct AsidePageTests {
    private func rig(_ configure: (inout EngineConfiguration) -> Void = { _ in }) throws -> (EngineRig, PushApp) {
        let rig = try EngineRig {
            $0.smallPage = 0
            configure(&$0)
        }
        return (rig, try rig.app())
    }

    private func addDevices(_ rig: EngineRig, _ app: PushApp, _ count: Int) throws {
        try rig.store.addDevices(
            app,
            (0..<count).map {
                DeviceRegistration(app: app.seq, platform: .ios, token: String($0 + 0x100_0000, radix: 16))
            })
    }

    /// A step claims what is due, and the next one orders its first page.
    private func claim(_ rig: EngineRig) {
        rig.loop.step([.wake])
        rig.loop.step([])
    }

    @Test(arguments: [1, 1000, 1001, 2500]) func everyDeviceIsReachedOnce(count: Int) async throws {
        let (rig, app) = try rig()
        try addDevices(rig, app, count)
        let push = try rig.store.addPush(app)
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(rig.providers.sent.count == count)
        #expect(Set(rig.providers.sent.map(\.request.path)).count == count)
        #expect(try rig.store.deliveries(push).map(\.n) == (0..<Int64(count)).map { $0 })
        try rig.checkCounts(push)
    }

    @Test func nothingIsSentBeforeThePageIsThere() throws {
        let (rig, app) = try rig()
        try addDevices(rig, app, 3)
        let push = try rig.store.addPush(app)
        claim(rig)
        let job = try #require(rig.loop.jobs[push.seq])
        guard case .ordered = job.nextPage else { return #expect(Bool(false), "no page is being made") }
        // It counts towards the bound, and nothing is to be done without it.
        #expect(rig.loop.budget.free == rig.loop.configuration.attemptsInFlight - job.reserved && job.reserved > 0)
        #expect(rig.loop.idleTime > .zero && rig.providers.sent.isEmpty)
    }

    @Test func aPushToFewReservesRoomForFew() async throws {
        let (rig, app) = try rig()
        let devices = try (0..<20).map { try rig.store.addDevice(app, "a\($0)", user: "u") }
        let toUser = try rig.store.addPush(app, to: .users(["u"]))
        let toDevices = try rig.store.addPush(app, to: .devices(devices.prefix(3).map(\.id)))
        let toAll = try rig.store.addPush(app)
        claim(rig)
        let reserved = try [toUser, toDevices, toAll].map { try #require(rig.loop.jobs[$0.seq]).reserved }
        #expect(reserved == [8, 3, 1000])
        // Whoever has more devices than a page has room for gets another one.
        try await rig.run { try [toUser, toDevices, toAll].allSatisfy { try rig.push($0).state == .sent } }
        #expect(try rig.push(toUser).counts == Push.Counts(sent: 20))
        #expect(try rig.push(toDevices).counts == Push.Counts(sent: 3))
    }

    @Test func whatIsTakenUpAgainReservesNoMoreThanThereIs() async throws {
        let (rig, app) = try rig()
        try addDevices(rig, app, 5)
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        await rig.run { rig.providers.held.count == 5 }
        let second = try rig.restarted { $0.smallPage = 0 }
        claim(second)
        #expect(try #require(second.loop.jobs[push.seq]).reserved == 5)
        try await second.run { try second.push(push).state == .sent }
    }

    @Test func aPageOfAnEarlierClaimIsNotWanted() async throws {
        let (rig, app) = try rig()
        try addDevices(rig, app, 3)
        let push = try rig.store.addPush(app)
        claim(rig)
        let job = try #require(rig.loop.jobs[push.seq])
        let stale = DeliveryPage(origin: .fannedOut(to: nil))
        rig.loop.pageArrived(MadePage(push: push.seq, epoch: job.claim.epoch - 1, result: .success(stale)))
        rig.loop.pageArrived(MadePage(push: push.seq + 1, epoch: job.claim.epoch, result: .success(stale)))
        guard case .ordered = job.nextPage else { return #expect(Bool(false), "the page was taken") }
        try await rig.run { try rig.push(push).state == .sent }
        #expect(rig.providers.sent.count == 3)
    }

    @Test func aPageThatTheStoreDoesNotGiveIsMadeAgain() async throws {
        let (rig, app) = try rig()
        try addDevices(rig, app, 3)
        let push = try rig.store.addPush(app)
        claim(rig)
        let job = try #require(rig.loop.jobs[push.seq])
        // What the thread makes of the first order comes too late.
        rig.loop.pageArrived(
            MadePage(push: push.seq, epoch: job.claim.epoch, result: .failure(StoreError(.io, "disk"))))
        #expect(rig.lines.count("reading its devices failed: io") == 1 && rig.loop.isPaused)
        rig.store.time.advance(by: .milliseconds(500))
        try await rig.run { try rig.push(push).state == .sent }
        #expect(rig.providers.sent.count == 3)
        try rig.checkCounts(push)
    }

    @Test func aStopDoesNotWaitForAPage() async throws {
        let (rig, app) = try rig()
        try addDevices(rig, app, 1500)
        let push = try rig.store.addPush(app)
        claim(rig)
        rig.loop.step([.stop(drain: .seconds(5))])
        #expect(rig.loop.isFinished && rig.providers.sent.isEmpty)
        // Whoever comes next makes them all.
        let second = try EngineRig(store: rig.store)
        second.run()
        #expect(second.providers.sent.count == 1500)
        #expect(try second.push(push).state == .sent)
    }

    @Test func whatWasUnfinishedIsTakenUp() async throws {
        let (rig, app) = try rig { $0.pageSize = 4 }
        try addDevices(rig, app, 10)
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        await rig.run { rig.providers.held.count == 10 }
        let second = try rig.restarted { $0.smallPage = 0 }
        try await second.run { try second.push(push).state == .sent }
        #expect(second.providers.sent.count == 10)
        try second.checkCounts(push)
    }
}
