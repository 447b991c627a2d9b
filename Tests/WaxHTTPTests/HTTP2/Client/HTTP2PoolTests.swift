// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import WaxHTTP

@Suite struct HTTP2PoolTests {
    private typealias Report = HTTP2Pool.Report

    /// A connection with so many streams that have all been taken.
    private static func busy(_ streams: Int, isProven: Bool = true) -> HTTP2Pool.Report {
        Report(room: 0, streamLimit: streams, isProven: isProven, hasAnswered: isProven)
    }

    private static func pool(_ connections: Int, of maximum: Int = 4) -> (HTTP2Pool, ids: [HTTP2Pool.ID]) {
        var configuration = HTTP2ClientConfiguration()
        configuration.maximumConnections = maximum
        var pool = HTTP2Pool(configuration: configuration)
        let ids = (0..<connections).map { _ in pool.add() }
        return (pool, ids)
    }

    /// The numbers of the requests that a connection takes.
    private func visit(
        _ pool: inout HTTP2Pool, _ id: HTTP2Pool.ID, _ report: HTTP2Pool.Report, now: Duration = .zero
    ) -> (taken: [UInt64], visit: HTTP2Pool.Visit) {
        var taken: [UInt64] = []
        let visit = pool.visit(id, report, now: now) { taken.append($0.request.id) }
        return (taken, visit)
    }

    @Test func whoHasRoomTakesAndTheRestWaits() {
        var (pool, ids) = Self.pool(2)
        _ = pool.submit(HTTP2Request.numbered(10), now: .zero)
        let first = visit(&pool, ids[0], Report(room: 4, streamLimit: 4))
        #expect(first.taken == [0, 1, 2, 3] && first.visit.hasMore && first.visit.lookAt == .seconds(60))
        let second = visit(&pool, ids[1], Report(room: 9, streamLimit: 9))
        #expect(second.taken == [4, 5, 6, 7, 8, 9] && !second.visit.hasMore && second.visit.lookAt == nil)
    }

    @Test func whatWaitedTooLongIsNotSent() {
        var (pool, ids) = Self.pool(1)
        for second in 0..<3 {
            _ = pool.submit(HTTP2Request.numbered(1, from: UInt64(second)), now: .seconds(second))
        }
        let inTime = visit(&pool, ids[0], Self.busy(1000), now: .seconds(59))
        #expect(inTime.visit.ended.isEmpty)
        let late = visit(&pool, ids[0], Report(room: 5, streamLimit: 1000), now: .seconds(61))
        #expect(
            late.visit.ended.map { "\($0.id) \($0.outcome.summary)" }
                == (0...1).map { "\($0) not processed: timed out" })
        #expect(late.taken == [2])
    }

    @Test func asFewAreCalledAsWillDo() {
        var (pool, ids) = Self.pool(3)
        #expect(pool.callees().isEmpty)
        for (id, room) in zip(ids, [0, 5, 5]) { _ = visit(&pool, id, Report(room: room, streamLimit: 5)) }
        _ = pool.submit(HTTP2Request.numbered(5), now: .zero)
        #expect(pool.callees() == [ids[1]])
        _ = pool.submit(HTTP2Request.numbered(1), now: .zero)
        #expect(pool.callees() == [ids[1], ids[2]])
        #expect(pool.callees(besides: ids[1]) == [ids[2]])
        for id in ids[1...] { _ = visit(&pool, id, Self.busy(5)) }
        // Nobody can take anything: one keeps the deadlines, and whoever has just looked will.
        #expect(pool.callees() == [ids[0]])
        #expect(pool.callees(besides: ids[2]).isEmpty)
    }

    // MARK: Leaving

    @Test func aConnectionThatDrainsLeavesOnceItHasASuccessor() {
        var (pool, ids) = Self.pool(1)
        _ = pool.submit(HTTP2Request.numbered(2), now: .zero)
        let draining = Report(room: 0, streamLimit: 9, isProven: false, hasAnswered: true, isDraining: true)
        let alone = visit(&pool, ids[0], draining)
        #expect(!alone.visit.leaves)
        #expect(pool.needsSuccessor(ids[0], draining))
        let successor = pool.add()
        #expect(!pool.needsSuccessor(ids[0], draining))
        let leaving = visit(&pool, ids[0], draining)
        #expect(leaving.visit.leaves && leaving.taken.isEmpty)
        #expect(pool.callees(besides: ids[0]) == [successor])
        pool.giveBack([HTTP2WaitingRequest(request: HTTP2Request(id: 9, path: "/"), deadline: .seconds(60))])
        let taken = visit(&pool, successor, Report(room: 9, streamLimit: 9)).taken
        #expect(taken == [9, 0, 1])
        pool.remove(ids[0])
        #expect(pool.count == 1)
    }

    @Test func oneOfSeveralThatEndsIsNotMadeAgain() {
        var (pool, ids) = Self.pool(2)
        let ended = Report(room: 1, hasEnded: true)
        let first = visit(&pool, ids[1], ended)
        // The last one stays, and is made again when there is something to send.
        let last = visit(&pool, ids[0], ended)
        #expect(first.visit.leaves && !last.visit.leaves)
        _ = pool.submit(HTTP2Request.numbered(1), now: .zero)
        let byLeaving = visit(&pool, ids[1], Report(room: 1))
        let byStaying = visit(&pool, ids[0], ended)
        #expect(byLeaving.taken.isEmpty && byStaying.taken == [0])
    }

    @Test func whatWaitsFailsWithTheLastConnectionAlone() {
        var (pool, ids) = Self.pool(2)
        _ = pool.submit(HTTP2Request.numbered(3), now: .zero)
        let besideAnother = pool.takeStranded(by: ids[0])
        _ = visit(&pool, ids[1], Report(room: 0, hasEnded: true))
        let alone = pool.takeStranded(by: ids[0])
        #expect(besideAnother.isEmpty && alone.map(\.request.id) == [0, 1, 2])
    }

    @Test func renewalSparesAConnectionThatHasAnsweredNothing() {
        var (pool, ids) = Self.pool(1)
        _ = visit(&pool, ids[0], Report(room: 9, streamLimit: 100))
        let unused = pool.renew()
        #expect(unused)
        pool.noteAnswer(on: ids[0])
        let withoutAnother = pool.renew()
        let fresh = pool.add()
        let withAnother = pool.renew()
        #expect(!withoutAnother && withAnother)
        let used = visit(&pool, ids[0], Self.busy(100))
        #expect(used.visit.leaves)
        // Asked for again by those that were under way on the old one: the new one is new enough.
        let again = pool.renew()
        let spared = visit(&pool, fresh, Report(room: 0))
        #expect(again && !spared.visit.leaves)
    }

    @Test func closingGivesBackWhatWaits() {
        var (pool, ids) = Self.pool(1)
        _ = pool.submit(HTTP2Request.numbered(2), now: .zero)
        pool.close()
        let last = visit(&pool, ids[0], Report(room: 1))
        #expect(
            last.taken.isEmpty
                && last.visit.ended.map { $0.outcome.summary } == ["not processed: closed", "not processed: closed"])
        let isTaken = pool.submit(HTTP2Request.numbered(1), now: .zero)
        #expect(!isTaken)
        #expect(!pool.needsSuccessor(ids[0], Report(isDraining: true)))
    }

    // MARK: Growing

    struct Crowd: CustomTestStringConvertible {
        let testDescription: String
        var reports: [HTTP2Pool.Report]
        var maximum = 4
        var waited = Duration.milliseconds(250)
        let grows: Bool
    }

    static let crowds = [
        Crowd(testDescription: "few streams", reports: [busy(100)], grows: true),
        Crowd(testDescription: "one stream", reports: [busy(1)], grows: true),
        Crowd(testDescription: "few on each of three", reports: [busy(100), busy(100), busy(100)], grows: true),
        Crowd(testDescription: "many streams", reports: [busy(500)], grows: false),
        Crowd(testDescription: "many together", reports: [busy(250), busy(250)], grows: false),
        Crowd(testDescription: "not for long", reports: [busy(100)], waited: .milliseconds(249), grows: false),
        Crowd(testDescription: "at the bound", reports: [busy(1), busy(1)], maximum: 2, grows: false),
        Crowd(testDescription: "one is all there may be", reports: [busy(1)], maximum: 1, grows: false),
        Crowd(testDescription: "no answer yet", reports: [busy(1, isProven: false)], grows: false),
        Crowd(testDescription: "one being made", reports: [busy(9), busy(1, isProven: false)], grows: false),
    ]

    @Test(arguments: crowds) func oneMoreConnectionWhenItHelps(_ crowd: Crowd) {
        var (pool, ids) = Self.pool(crowd.reports.count, of: crowd.maximum)
        _ = pool.submit(HTTP2Request.numbered(1), now: .zero)
        var last = HTTP2Pool.Visit()
        for (id, report) in zip(ids, crowd.reports) { last = visit(&pool, id, report, now: crowd.waited).visit }
        #expect(last.opensAnother == crowd.grows)
        if crowd.waited < .milliseconds(250) { #expect(last.lookAt == .milliseconds(250)) }
    }

    @Test func nothingWaitsSoNothingIsOpened() {
        var (pool, ids) = Self.pool(1)
        _ = pool.submit(HTTP2Request.numbered(1), now: .zero)
        let report = Report(room: 1, streamLimit: 100, isProven: true, hasAnswered: true)
        let visit = visit(&pool, ids[0], report, now: .seconds(9)).visit
        #expect(!visit.opensAnother)
    }

    @Test func afterAConnectionThatCameToNothingTheNextOneWaits() {
        var (pool, ids) = Self.pool(2)
        _ = pool.submit(HTTP2Request.numbered(1), now: .zero)
        let failed = visit(&pool, ids[1], Report(room: 1, hasEnded: true), now: .seconds(1)).visit
        #expect(failed.leaves)
        pool.remove(ids[1])
        let crowded = visit(&pool, ids[0], Self.busy(100), now: .seconds(2)).visit
        #expect(!crowded.opensAnother && crowded.lookAt == .seconds(31))
        let later = visit(&pool, ids[0], Self.busy(100), now: .seconds(31)).visit
        #expect(later.opensAnother)
    }

    // MARK: Chance

    /// Whatever the connections do, each request is taken once or ends here, and there is always a connection that stays.
    @Test(arguments: 0..<100) func noRequestIsLostOrTakenTwice(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var (pool, staying) = Self.pool(1)
        var now = Duration.zero
        var submitted: UInt64 = 0
        var seen: [UInt64] = []
        for _ in 0..<300 {
            now += .milliseconds(random.next(below: 400))
            if random.next(below: 3) == 0 {
                let count = UInt64(random.next(below: 8))
                _ = pool.submit(HTTP2Request.numbered(count, from: submitted), now: now)
                submitted += count
            }
            let id = staying[random.next(below: staying.count)]
            let kind = random.next(below: 10)
            let report = Report(
                room: kind < 8 ? random.next(below: 5) : 0, streamLimit: random.next(below: 300),
                isProven: random.next(below: 4) > 0, hasAnswered: random.next(below: 2) == 0, isDraining: kind == 8,
                hasEnded: kind == 9)
            if pool.needsSuccessor(id, report) { staying.append(pool.add()) }
            var taken: [HTTP2WaitingRequest] = []
            let visit = pool.visit(id, report, now: now) { taken.append($0) }
            #expect(taken.count <= report.room)
            if visit.opensAnother { staying.append(pool.add()) }
            if random.next(below: 5) == 0 { pool.giveBack(taken) } else { seen += taken.map(\.request.id) }
            seen += visit.ended.map(\.id)
            if visit.leaves {
                staying.removeAll { $0 == id }
                if random.next(below: 2) == 0 { pool.remove(id) }
            }
            #expect((1...4).contains(staying.count))
        }
        pool.close()
        seen += pool.visit(staying[0], Report(), now: now) { _ in }.ended.map(\.id)
        #expect(seen.sorted() == Array(0..<submitted))
    }
}
