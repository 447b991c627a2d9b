// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// A push to Google goes out as its lane's ramp allows, and one to Apple at once.
@Suite struct SendingRampEngineTests {
    /// One at once, then half a request a second and in the end ten.
    private static func rig(_ configure: (inout EngineConfiguration) -> Void = { _ in }) throws -> EngineRig {
        try EngineRig {
            $0.fcmRatePerMinute = 600
            configure(&$0)
        }
    }

    private static func push(_ rig: EngineRig, _ count: Int) throws -> Push {
        let app = try rig.app()
        for index in 0..<count {
            try rig.store.addDevice(app, "a\(index)", .android)
            try rig.store.addDevice(app, "b\(index)", .ios)
        }
        return try rig.store.addPush(app)
    }

    private static func sent(_ rig: EngineRig) -> (apns: Int, fcm: Int) {
        let fcm = rig.providers.sent.count { if case .fcm = $0.lane { true } else { false } }
        return (rig.providers.sent.count - fcm, fcm)
    }

    @Test func whatDoesNotFitWaitsForItsTimer() async throws {
        let rig = try Self.rig()
        let push = try Self.push(rig, 6)
        await rig.run { Self.sent(rig).fcm > 0 }
        #expect(Self.sent(rig) == (6, 1))
        #expect(rig.loop.idleTime > .zero)
        var counts: [Int] = []
        for _ in 0..<10 {
            rig.advance(by: .seconds(1))
            counts.append(Self.sent(rig).fcm)
        }
        #expect(counts.first == 1 && counts.last == 6)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { (0...1).contains($1 - $0) })
        #expect(try rig.push(push).state == .sent)
        #expect(try rig.push(push).counts == Push.Counts(sent: 12))
        #expect(try rig.store.deliveries(push).allSatisfy { $0.attempts == 1 })
        #expect(!rig.loop.ramps.hasWaiting)
    }

    @Test func theLeaseIsKeptMeanwhile() async throws {
        let rig = try Self.rig { $0.fcmRamp = .seconds(3600) }
        let push = try Self.push(rig, 60)
        await rig.run { Self.sent(rig).fcm > 0 }
        for _ in 0..<150 { rig.advance(by: .seconds(1)) }
        #expect(try rig.push(push).counts == Push.Counts(sent: 120))
        #expect(try rig.store.integers("SELECT lease_epoch FROM pushes") == [1])
        #expect(rig.lines.count("its lease was lost") == 0)
    }

    @Test func aRampOfNoTimeSendsAll() async throws {
        let rig = try Self.rig { $0.fcmRamp = .zero }
        _ = try Self.push(rig, 6)
        await rig.run { Self.sent(rig).fcm > 0 }
        #expect(Self.sent(rig) == (6, 6))
    }

    @Test func aSmallPushDoesNotWaitForALargeOne() async throws {
        let rig = try Self.rig()
        let large = try Self.push(rig, 40)
        await rig.run { Self.sent(rig).fcm > 0 }
        // Another app with the same credentials has the same lane.
        let small = try Self.push(rig, 2)
        for _ in 0..<8 { rig.advance(by: .seconds(1)) }
        #expect(try rig.push(small).state == .sent)
        #expect(try rig.push(large).state == .sending)
        for _ in 0..<40 { rig.advance(by: .seconds(1)) }
        #expect(try rig.push(large).counts == Push.Counts(sent: 80))
    }

    @Test func aLaneThatMaySendNothingYetIsGivenNothing() async throws {
        let rig = try Self.rig()
        let app = try rig.app()
        let device = try rig.store.addDevice(app, "a0", .android)
        for _ in 0..<3 { try rig.store.addPush(app, to: .devices([device.id])) }
        await rig.run { Self.sent(rig).fcm > 0 }
        for _ in 0..<10 { rig.advance(by: .seconds(1)) }
        #expect(rig.providers.batches == [1, 1, 1])
    }

    @Test func refusedCredentialsTakeNothingFromTheRamp() async throws {
        let rig = try Self.rig()
        rig.providers.answer { sent in
            if case .fcm = sent.lane { .fcm(403, "PERMISSION_DENIED") } else { .accepted }
        }
        let push = try Self.push(rig, 6)
        await rig.run { Self.sent(rig).fcm > 0 }
        // All that waited for its turn ends together, and nothing more is sent.
        rig.advance(by: .seconds(2))
        #expect(Self.sent(rig) == (6, 1))
        #expect(try rig.push(push).counts == Push.Counts(sent: 6, failed: 6))
        #expect(!rig.loop.ramps.hasWaiting)
    }

    @Test func stoppingGivesBackWhatWaits() async throws {
        let rig = try Self.rig()
        let push = try Self.push(rig, 6)
        await rig.run { Self.sent(rig).fcm > 0 }
        rig.inbox.put(.stop(drain: .seconds(5)))
        rig.run()
        #expect(rig.loop.isFinished)
        let deliveries = try rig.store.deliveries(push)
        #expect(deliveries.count { $0.state == .sent } == 7)
        #expect(deliveries.filter { $0.state == .queued }.map(\.attempts) == [0, 0, 0, 0, 0])
    }
}
