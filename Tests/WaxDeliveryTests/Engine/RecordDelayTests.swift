// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// The ends of deliveries wait a little, to be written together.
@Suite struct RecordDelayTests {
    private let rig: EngineRig
    private let app: PushApp

    init() throws {
        rig = try EngineRig { $0.recordDelay = .milliseconds(10) }
        app = try rig.app()
        for index in 0..<3 { try rig.store.addDevice(app, "a\(index)") }
        rig.providers.hold()
    }

    @Test func anEndWaitsForOthers() throws {
        let push = try rig.store.addPush(app)
        rig.run()
        rig.providers.release(1)
        rig.run()
        #expect(try rig.states(push) == [.sending, .sending, .sending])
        #expect(rig.loop.idleTime == .milliseconds(10))
        rig.advance(by: .milliseconds(4))
        rig.providers.release(1)
        rig.run()
        #expect(try rig.states(push) == [.sending, .sending, .sending])
        #expect(rig.loop.idleTime == .milliseconds(6))
        rig.advance(by: .milliseconds(6))
        #expect(try rig.states(push) == [.sent, .sent, .sending])
        try rig.checkCounts(push)
    }

    @Test func askingForTheIdleTimeChangesNothing() throws {
        let push = try rig.store.addPush(app)
        rig.run()
        rig.providers.release(1)
        rig.loop.step(rig.inbox.take(atMost: .zero))
        let job = try #require(rig.loop.jobs[push.seq])
        #expect(job.newsSince == rig.store.time.uptime())
        rig.store.time.advance(by: .milliseconds(3))
        #expect(rig.loop.idleTime == .milliseconds(7) && rig.loop.idleTime == .milliseconds(7))
        #expect(job.newsSince == rig.store.time.uptime() - .milliseconds(3))
    }

    @Test func theLastEndWaitsForNobody() throws {
        let push = try rig.store.addPush(app)
        rig.run()
        rig.providers.release(2)
        rig.run()
        rig.providers.release(1)
        rig.run()
        #expect(try rig.push(push).state == .sent)
        try rig.checkCounts(push)
    }

    @Test func aStopWritesAtOnce() throws {
        let push = try rig.store.addPush(app)
        rig.run()
        rig.providers.release(1)
        rig.loop.step(rig.inbox.take(atMost: .zero) + [.stop(drain: .seconds(5))])
        #expect(try rig.states(push) == [.sent, .sending, .sending])
    }
}
