// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// Who has lost the lease sends nothing and writes nothing.
@Suite struct LeaseTests {
    private let rig: EngineRig
    private let app: PushApp
    private let push: Push

    init() throws {
        rig = try EngineRig()
        app = try rig.app()
        for index in 0..<4 { try rig.store.addDevice(app, "a\(index)") }
        rig.providers.hold()
        push = try rig.store.addPush(app)
        rig.run()
        #expect(rig.providers.held.count == 4)
    }

    private func takeOver() throws {
        let now = rig.store.now
        let claims = try rig.store.write {
            try PushTable($0, $1).claim(limit: 1, leaseUntil: now + .seconds(60), now: now)
        }
        #expect(claims.count == 1)
    }

    @Test func aLeaseIsRenewedWhilePushesAreUnderWay() throws {
        for _ in 0..<20 { rig.advance(by: .seconds(8)) }
        #expect(try rig.store.integers("SELECT lease_epoch FROM pushes") == [1])
        let until = try #require(try rig.store.integers("SELECT lease_until FROM pushes").first)
        #expect(until > rig.store.now.milliseconds + 50_000)
        rig.providers.release()
        rig.run()
        #expect(try rig.push(push).state == .sent)
    }

    @Test func aLostLeaseWritesNothing() throws {
        // The process slept through its lease, and another one took the push.
        rig.store.time.advance(by: .seconds(61))
        try takeOver()
        rig.providers.release()
        rig.run()
        #expect(try rig.states(push) == [.sending, .sending, .sending, .sending])
        #expect(try rig.push(push).counts == Push.Counts(queued: 4))
        #expect(rig.lines.count("its lease was lost") == 1)
        #expect(rig.loop.jobs.isEmpty && rig.loop.attempts.isEmpty)
        // What comes in later belongs to nobody.
        rig.providers.release()
        rig.run()
        #expect(try rig.store.integers("SELECT lease_epoch FROM pushes") == [2])
    }

    /// A process that was stopped for longer than its lease, and nobody took its pushes meanwhile.
    @Test func whoWakesUpBeforeAnybodyElseGoesOn() throws {
        rig.advance(by: .seconds(300))
        #expect(try rig.store.integers("SELECT lease_epoch FROM pushes") == [1])
        #expect(rig.providers.sent.count == 4)
        rig.providers.release()
        rig.run()
        #expect(try rig.push(push).state == .sent && rig.push(push).counts == Push.Counts(sent: 4))
        #expect(try rig.store.deliveries(push).allSatisfy { $0.attempts == 1 })
    }

    /// The same when the store does not take the renewal: its own claim is a new one like anybody's.
    @Test func whoClaimsItsOwnPushAgainStartsAnew() throws {
        rig.store.time.advance(by: .seconds(300))
        rig.loop.claim()
        rig.run()
        #expect(try rig.store.integers("SELECT lease_epoch FROM pushes") == [2])
        #expect(rig.providers.sent.count == 8)
        // The answers to the first copies belong to nobody.
        rig.providers.release(4)
        rig.run()
        #expect(try rig.states(push).allSatisfy { $0 == .sending })
        rig.providers.release()
        rig.run()
        #expect(try rig.push(push).counts == Push.Counts(sent: 4))
        #expect(rig.loop.jobs.isEmpty && rig.loop.order.isEmpty && rig.loop.attempts.isEmpty)
    }

    @Test func aLostLeaseSendsNothing() throws {
        rig.providers.release { _ in .notProcessed(.refused) }
        rig.run()
        rig.store.time.advance(by: .seconds(61))
        try takeOver()
        let before = rig.providers.sent.count
        rig.run()
        #expect(rig.providers.sent.count == before)
        #expect(rig.loop.jobs.isEmpty)
    }

    /// Nothing is handed over with less than three quarters of the lease left, of which a quarter may pass in a queue.
    @Test func nothingIsSentUnderAnOldLease() throws {
        #expect(
            rig.loop.configuration.leaseToSend == .seconds(45) && rig.loop.configuration.queueTimeout == .seconds(15))
        rig.providers.release { _ in .notProcessed(.refused) }
        rig.run()
        let job = try #require(rig.loop.jobs.values.first)
        rig.store.time.advance(by: .seconds(16))
        // The retry is due, and the store does not take the renewal.
        try rig.store.tamper("CREATE TRIGGER full BEFORE UPDATE ON pushes BEGIN SELECT RAISE(ABORT, 'no'); END")
        let before = rig.providers.sent.count
        rig.loop.step([.wake])
        #expect(!rig.loop.hasSendable(job) && rig.providers.sent.count == before)
    }

    /// A process that stands still between the look at its lease and the request, until another one has the push.
    @Test func whoSleepsWhileHandingOverSendsNothing() throws {
        let rig = try EngineRig()
        let app = try rig.app()
        for index in 0..<4 { try rig.store.addDevice(app, "a\(index)") }
        let store = rig.store
        let claims = Locked(0)
        rig.providers.whenOpening {
            store.time.advance(by: .seconds(61))
            let now = store.now
            claims.withLock {
                $0 =
                    (try? store.write {
                        try PushTable($0, $1).claim(limit: 1, leaseUntil: now + .seconds(60), now: now)
                    })?
                    .count ?? 0
            }
        }
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(claims.withLock { $0 } == 1 && rig.providers.late == 4 && rig.providers.sent.isEmpty)
        #expect(rig.lines.count("its lease was lost") == 1 && rig.loop.jobs.isEmpty)
        #expect(try rig.push(push).counts == Push.Counts(queued: 4))
    }

    @Test func twoEnginesShareTheWork() throws {
        let other = try EngineRig(store: rig.store)
        let pushes = try (0..<30).map { _ in try rig.store.addPush(app) }
        rig.providers.answer { _ in .accepted }
        for _ in 0..<40 {
            rig.loop.step([.wake] + rig.inbox.take(atMost: .zero))
            other.loop.step([.wake] + other.inbox.take(atMost: .zero))
        }
        rig.run()
        other.run()
        for push in pushes { #expect(try rig.states(push).allSatisfy { $0 == .sent }) }
        #expect(rig.providers.sent.count - 4 + other.providers.sent.count == 120)
    }
}
