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

/// A store that does not answer for a while loses nothing and sends nothing twice.
@Suite struct StoreFailureTests {
    private let rig: EngineRig
    private let app: PushApp
    /// Somebody else who has the same file open.
    private let other: TestStore

    init() throws {
        let time = ManualTime()
        var options = DatabaseOptions()
        options.busyTimeout = .milliseconds(1)
        rig = try EngineRig(store: try TestStore(time: time, options: options)) { $0.pageSize = 5 }
        app = try rig.app()
        for index in 0..<10 { try rig.store.addDevice(app, "a\(index)") }
        other = try TestStore(in: rig.store.directory, time: time)
    }

    /// Runs `body` while somebody else holds the database, so that every write fails.
    private func whileLocked(_ body: () throws -> Void) throws {
        let (isHeld, isOver) = (Locked(false), Locked(false))
        let ended = Locked(false)
        other.database.enqueue { _ in
            isHeld.withLock { $0 = true }
            isHeld.notify()
            _ = isOver.wait { $0 ? true : nil }
        } completion: { _ in
            ended.withLock { $0 = true }
            ended.notify()
        }
        _ = isHeld.wait { $0 ? true : nil }
        defer {
            isOver.withLock { $0 = true }
            isOver.notify()
            _ = ended.wait { $0 ? true : nil }
        }
        try body()
    }

    @Test func aClaimIsTriedAgain() throws {
        let push = try rig.store.addPush(app)
        try whileLocked {
            rig.run()
            #expect(rig.lines.count("claiming pushes failed: busy") == 1)
            // Not before its pause is over.
            rig.advance(by: .milliseconds(499))
            #expect(rig.lines.count("claiming pushes failed") == 1)
            rig.advance(by: .milliseconds(1))
            #expect(rig.lines.count("claiming pushes failed") == 2)
        }
        rig.advance(by: .milliseconds(500))
        #expect(try rig.states(push).allSatisfy { $0 == .sent })
    }

    @Test func nothingIsSentThatIsNotWrittenDown() throws {
        let push = try rig.store.addPush(app)
        rig.loop.claim()
        rig.loop.openClaims()
        try whileLocked {
            rig.loop.step([])
            #expect(rig.providers.sent.isEmpty && rig.loop.isPaused)
            #expect(rig.lines.count("recording deliveries failed: busy") == 1)
        }
        #expect(try rig.store.deliveries(push).isEmpty)
        rig.advance(by: .milliseconds(500))
        #expect(rig.providers.sent.count == 10)
        #expect(try rig.push(push).state == .sent)
        try rig.checkCounts(push)
    }

    @Test func resultsAreKeptUntilTheyCanBeWritten() throws {
        rig.providers.hold()
        rig.store.time.advance(by: .seconds(1))
        let push = try rig.store.addPush(app)
        rig.run()
        try whileLocked {
            rig.providers.release(5)
            rig.run()
            rig.providers.release(3) { _ in .apns(400, "BadDeviceToken") }
            for _ in 0..<6 { rig.advance(by: .milliseconds(500)) }
        }
        rig.providers.release()
        rig.advance(by: .milliseconds(500))
        #expect(rig.providers.sent.count == 10)
        #expect(try rig.push(push).state == .sent)
        #expect(try rig.push(push).counts == Push.Counts(sent: 7, failed: 3))
        #expect(try rig.store.integers("SELECT count(*) FROM devices WHERE active = 0") == [3])
        try rig.checkCounts(push)
    }

    @Test func anEngineWhoseStoreIsClosedDoesNotSpinOrCrash() throws {
        rig.providers.hold()
        _ = try rig.store.addPush(app)
        rig.run()
        rig.store.close()
        rig.providers.release()
        for _ in 0..<5 { rig.advance(by: .seconds(1)) }
        #expect(rig.lines.count("failed: closed") >= 5)
        #expect(rig.providers.sent.count == 10)
    }

    @Test func aReadThatFailsTakesNothingAway() throws {
        // Readers are closed before the writer: what was claimed can be neither read nor written.
        let push = try rig.store.addPush(app)
        rig.loop.claim()
        #expect(rig.loop.unopened.count == 1)
        rig.store.database.close()
        rig.loop.openClaims()
        #expect(rig.loop.unopened.count == 1 && rig.loop.jobs.isEmpty)
        #expect(rig.lines.count("reading a push failed: closed") == 1)
        let second = try EngineRig(store: other)
        second.advance(by: .seconds(60))
        #expect(try second.states(push).allSatisfy { $0 == .sent })
    }
}
