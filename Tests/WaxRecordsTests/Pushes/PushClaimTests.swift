// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct PushClaimTests {
    private let store: TestStore
    private let app: PushApp
    private let lease = Duration.seconds(60)

    init() throws {
        store = try TestStore()
        app = try store.addApp(owner: try store.owner())
    }

    private func claim(_ limit: Int = 10, in other: TestStore? = nil) throws -> [PushClaim] {
        let (now, until) = (store.now, store.now + lease)
        return try (other ?? store).write { try PushTable($0, $1).claim(limit: limit, leaseUntil: until, now: now) }
    }

    private func nextDue() throws -> Timestamp? {
        try store.read { try PushTable($0, $1).nextDue(now: store.now) }
    }

    @Test func aPushIsClaimedOnceAndStartsSending() throws {
        let push = try store.addPush(app)
        let claims = try claim()
        #expect(claims.map(\.push) == [push.seq])
        #expect(claims.first?.epoch == 1 && claims.first?.fanOut == .start && claims.first?.nextDelivery == 0)
        #expect(claims.first?.leaseUntil == store.now + lease && claims.first?.isDamaged == false)
        #expect(try store.push(push.seq).state == .sending)
        #expect(try claim().isEmpty)
        #expect(try nextDue() == store.now + lease)
        store.time.advance(by: .milliseconds(59_999))
        #expect(try claim().isEmpty)
        store.time.advance(by: .milliseconds(1))
        #expect(try nextDue() == store.now)
        #expect(try claim().map(\.epoch) == [2])
    }

    @Test func whatIsDueFirstIsClaimedFirst() throws {
        let later = try store.addPush(app, at: store.now + .seconds(2))
        let sooner = try store.addPush(app, at: store.now + .seconds(1))
        #expect(try claim().isEmpty)
        #expect(try nextDue() == store.now + .seconds(1))
        store.time.advance(by: .seconds(2))
        #expect(try claim(1).map(\.push) == [sooner.seq])
        #expect(try nextDue() == store.now)
        #expect(try claim(5).map(\.push) == [later.seq])
        #expect(try nextDue() == store.now + lease)
    }

    @Test func nothingIsDueWhereNothingIs() throws {
        #expect(try nextDue() == nil)
        _ = try store.addPush(app)
        let claims = try claim()
        let now = store.now
        for claim in claims {
            try store.write { try PushTable($0, $1).finish(claim, as: .failed, errorCode: "X", now: now) }
        }
        #expect(try nextDue() == nil)
    }

    /// Two processes on one file, each with its own connections.
    @Test func twoClaimantsNeverGetTheSamePush() async throws {
        for _ in 0..<40 { try store.addPush(app) }
        let other = try TestStore(in: store.directory, time: store.time)
        let (store, now, until) = (store, store.now, store.now + lease)
        let claimed = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for number in 0..<20 {
                let database = number.isMultiple(of: 2) ? store.database : other.database
                group.addTask {
                    try await database.write { [vault = store.vault] sql in
                        try PushTable(sql, vault).claim(limit: 3, leaseUntil: until, now: now).map(\.push)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 40)
        #expect(Set(claimed).count == 40)
        other.close()
    }

    /// Every change that a claim allows, under one whose push has been claimed again.
    @Test(arguments: 0..<5) func aStaleClaimChangesNothing(change: Int) throws {
        let push = try store.addPush(app)
        let stale = try #require(try claim().first)
        store.time.advance(by: lease)
        let fresh = try #require(try claim().first)
        let before = try row(push)
        let now = store.now
        #expect(throws: LeaseLost.self) {
            try store.write { sql, vault in
                let pushes = PushTable(sql, vault)
                switch change {
                case 0: try pushes.renew(stale, until: now + .seconds(9))
                case 1:
                    try pushes.advance(
                        stale, to: nil, nextDelivery: 9, eligible: 9, adding: Push.Counts(queued: 9))
                case 2: try pushes.add(Push.Counts(sent: 1), stale)
                case 3: try pushes.finish(stale, as: .sent, errorCode: nil, now: now)
                default: try pushes.release(stale, until: now)
                }
            }
        }
        #expect(try row(push) == before)
        try store.write { try PushTable($0, $1).add(Push.Counts(sent: 1), fresh) }
        #expect(try store.push(push.seq).counts.sent == 1)
    }

    private func row(_ push: Push) throws -> [SQLValue] {
        try store.database.read { sql in
            try sql.first("SELECT * FROM pushes WHERE seq = ?", [.integer(push.seq)]) { row in
                try (0..<row.columnCount).map { try row.value($0) }
            } ?? []
        }
    }

    @Test func pagesMoveTheCursorAndTheCounts() throws {
        let push = try store.addPush(app)
        let claim = try #require(try claim().first)
        let middle = FanOutCursor(position: 2, device: 17)
        try store.write { sql, vault in
            let pushes = PushTable(sql, vault)
            try pushes.advance(
                claim, to: middle, nextDelivery: 3, eligible: 2, adding: Push.Counts(queued: 2, refused: 1))
            try pushes.add(Push.Counts(queued: -1, sent: 1), claim)
        }
        var now = try store.push(push.seq)
        #expect(now.counts == Push.Counts(queued: 1, sent: 1, refused: 1) && now.deviceCount == 0)
        store.time.advance(by: lease)
        let second = try #require(try self.claim().first)
        #expect(second.fanOut == middle && second.nextDelivery == 3)
        try store.write { sql, vault in
            try PushTable(sql, vault).advance(
                second, to: nil, nextDelivery: 4, eligible: 1, adding: Push.Counts(failed: 1))
        }
        now = try store.push(push.seq)
        #expect(now.counts == Push.Counts(queued: 1, sent: 1, failed: 1, refused: 1) && now.deviceCount == 3)
        store.time.advance(by: lease)
        #expect(try self.claim().first?.fanOut == nil)
    }

    @Test func theEstimateGivesWayToTheCount() throws {
        let push = try store.addPush(app)
        try store.tamper("UPDATE pushes SET charged = 500")
        let claim = try #require(try claim().first)
        for (cursor, count) in [(FanOutCursor(position: 0, device: 3), 500), (nil, 7)] as [(FanOutCursor?, Int64)] {
            try store.write { sql, vault in
                try PushTable(sql, vault).advance(
                    claim, to: cursor, nextDelivery: 4, eligible: cursor == nil ? 4 : 3, adding: Push.Counts())
            }
            #expect(try store.push(push.seq).deviceCount == count)
        }
    }

    @Test(arguments: [PushState.sent, .failed]) func theEndPurgesTheContent(state: PushState) throws {
        let push = try store.addPush(app)
        let claim = try #require(try claim().first)
        let now = store.now
        try store.write { sql, vault in
            try PushTable(sql, vault).finish(claim, as: state, errorCode: state == .sent ? nil : "X", now: now)
        }
        let ended = try store.push(push.seq)
        #expect(ended.state == state && ended.isPurged && ended.errorCode == (state == .sent ? nil : "X"))
        #expect(ended.sentAt == (state == .sent ? now : nil))
        #expect(try store.read { try PushTable($0, $1).protectedContent(of: ended) } == nil)
        store.time.advance(by: .seconds(3600))
        #expect(try self.claim().isEmpty)
    }

    @Test func aPushThatIsGivenBackComesWhenItIsDue() throws {
        let push = try store.addPush(app)
        let claim = try #require(try claim().first)
        let due = store.now + .seconds(900)
        try store.write { try PushTable($0, $1).release(claim, until: due) }
        #expect(try nextDue() == due)
        #expect(try self.claim().isEmpty)
        store.time.advance(by: .seconds(900))
        #expect(try self.claim().map(\.push) == [push.seq])
    }

    @Test func aStartFreesEveryClaim() throws {
        _ = try store.addPush(app)
        _ = try claim()
        try store.write { try PushTable($0, $1).forgetLeases() }
        #expect(try claim().map(\.epoch) == [2])
    }

    @Test func aCursorThatCannotBeReadIsNotTheEnd() throws {
        _ = try store.addPush(app)
        try store.tamper("UPDATE pushes SET fan_out = 'x'")
        #expect(try claim().map(\.isDamaged) == [true])
    }
}
