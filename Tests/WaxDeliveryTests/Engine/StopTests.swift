// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// A stop that was asked for: what is known is written, and the rest is left to the next start.
@Suite struct StopTests {
    private let rig: EngineRig
    private let app: PushApp

    init() throws {
        rig = try EngineRig {
            $0.pageSize = 5
            $0.attemptsInFlight = 10
        }
        app = try rig.app()
        for index in 0..<20 { try rig.store.addDevice(app, "a\(index)f") }
    }

    private func step() {
        var events = rig.inbox.take(atMost: .zero)
        for _ in 0..<50 where !rig.loop.isFinished {
            rig.loop.step(events)
            events = rig.inbox.take(atMost: .zero)
        }
    }

    @Test func answersThatComeInTimeAreWritten() throws {
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(rig.providers.held.count == 5)
        rig.inbox.put(.stop(drain: .seconds(5)))
        step()
        #expect(!rig.loop.isFinished && rig.providers.closed.count == 1)
        rig.providers.release()
        step()
        #expect(rig.loop.isFinished)
        #expect(try rig.states(push) == [.sent, .sent, .sent, .sent, .sent])
        #expect(try rig.store.integers("SELECT lease_until FROM pushes") == [0])
        // The next engine goes on at once, and sends nothing twice.
        let second = try EngineRig(store: rig.store)
        second.run()
        #expect(second.providers.sent.count == 15)
        #expect(try second.push(push).state == .sent)
        try second.checkCounts(push)
    }

    @Test func whatWasNotSentIsNotCountedAsSent() throws {
        rig.providers.answer { sent in sent.request.path.hasSuffix("0f") ? nil : .notProcessed(.refused) }
        let push = try rig.store.addPush(app)
        rig.run()
        rig.inbox.put(.stop(drain: .seconds(5)))
        step()
        // The lane gives back what it has not written.
        rig.providers.release { _ in .notProcessed(.closed) }
        step()
        #expect(rig.loop.isFinished)
        #expect(try rig.states(push).allSatisfy { $0 == .queued })
        #expect(try rig.store.integers("SELECT max(spent) FROM deliveries") == [0])
        let second = try EngineRig(store: rig.store)
        second.run()
        #expect(second.providers.sent.count == 20)
        #expect(try second.push(push).state == .sent)
        try second.checkCounts(push)
    }

    @Test func whatHasNoAnswerInTimeCountsAsUnknown() throws {
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        rig.run()
        rig.inbox.put(.stop(drain: .seconds(5)))
        step()
        rig.store.time.advance(by: .seconds(5))
        #expect(rig.loop.isFinished)
        #expect(try rig.states(push).allSatisfy { $0 == .sending })
        let second = try rig.restarted()
        second.run()
        #expect(second.providers.sent.count == 20)
        #expect(try second.push(push).state == .sent)
        #expect(try second.store.deliveries(push).prefix(5).allSatisfy { $0.attempts == 2 })
        #expect(try second.store.integers("SELECT count(*) FROM deliveries WHERE spent = 2") == [5])
    }

    @Test func nothingNewIsBegun() throws {
        rig.inbox.put(.stop(drain: .seconds(5)))
        let push = try rig.store.addPush(app)
        step()
        #expect(rig.loop.isFinished && rig.providers.sent.isEmpty)
        #expect(try rig.push(push).state == .queued)
    }

    @Test func testModeDoesNotWaitForItsSlowToken() throws {
        let test = try rig.testApp()
        try rig.store.addDevice(test, "test_slow")
        let push = try rig.store.addPush(test)
        rig.run()
        #expect(try rig.states(push) == [.sending])
        rig.inbox.put(.stop(drain: .seconds(5)))
        step()
        #expect(rig.loop.isFinished)
        #expect(try rig.states(push) == [.queued])
        let second = try EngineRig(store: rig.store)
        second.run()
        second.advance(by: .seconds(10))
        #expect(try second.push(push).state == .sent)
    }

    @Test func aPushThatIsCompleteIsFinishedByTheStop() throws {
        rig.providers.hold()
        let push = try rig.store.addPush(app, to: .devices([try #require(try rig.store.device(1)).id]))
        rig.run()
        rig.providers.release()
        rig.inbox.put(.stop(drain: .seconds(5)))
        step()
        #expect(rig.loop.isFinished)
        #expect(try rig.push(push).state == .sent && rig.push(push).isPurged)
    }
}
