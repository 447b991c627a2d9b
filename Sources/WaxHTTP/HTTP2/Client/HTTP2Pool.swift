// SPDX-License-Identifier: Apache-2.0

/// The connections of one client and the requests that wait for a stream on any of them: decides who takes which, when
/// one more connection helps, and which one leaves. It does no I/O and reads no clock.
///
/// Requests stay here until a connection has a stream for them, so that none waits for a connection that is ending.
struct HTTP2Pool: Sendable {
    typealias ID = UInt64

    /// What a connection says of itself.
    struct Report: Equatable, Sendable {
        /// How many requests it can take; the first one makes it connect.
        var room = 1
        var streamLimit = 0
        /// Whether the server has accepted a request on it: before that the limit is not the server's.
        var isProven = false
        /// Whether a request on it has been answered.
        var hasAnswered = false
        /// Whether it opens no more streams and ends those that are open.
        var isDraining = false
        /// Whether it has ended or could not be made, and would have to be made again.
        var hasEnded = false
    }

    /// What a connection gets to hear in return.
    struct Visit: Sendable {
        /// Requests that ended unsent.
        var ended: [HTTP2Answer] = []
        /// Whether the connection is to end its streams and be forgotten.
        var leaves = false
        /// Whether one more connection is to be opened.
        var opensAnother = false
        /// Whether requests are left that still wait.
        var hasMore = false
        /// When to look again although nothing has happened.
        var lookAt: Duration?
    }

    private struct Member {
        let id: ID
        var report = Report()
        var isLeaving = false
    }

    private let configuration: HTTP2ClientConfiguration
    private var members: [Member] = []
    private var queue = FirstInFirstOut<HTTP2WaitingRequest>()
    private(set) var isClosing = false
    private var lastID: ID = 0
    /// No connection is added before this time, because of the last one that was.
    private var growsFrom = Duration.zero

    init(configuration: HTTP2ClientConfiguration) {
        self.configuration = configuration
    }

    /// How many connections there are, with those that are leaving.
    var count: Int { members.count }

    // MARK: What the owner does

    /// Takes requests in; false after `close`.
    mutating func submit(_ requests: [HTTP2Request], now: Duration) -> Bool {
        guard !isClosing else { return false }
        let deadline = now + configuration.queueTimeout
        for request in requests { queue.append(HTTP2WaitingRequest(request: request, deadline: deadline)) }
        return true
    }

    /// Takes nothing in any more; what waits is given back at the next visit.
    mutating func close() { isClosing = true }

    /// Has all connections leave that have answered; false when one must be added first to stay.
    mutating func renew() -> Bool {
        guard members.contains(where: { !$0.isLeaving && !$0.report.hasAnswered }) else { return false }
        for index in members.indices where members[index].report.hasAnswered { members[index].isLeaving = true }
        return true
    }

    /// Who has to look at what waits: connections with room, and no more of them than are needed. `caller` has looked.
    func callees(besides caller: ID? = nil) -> [ID] {
        var wanted = queue.count
        guard wanted > 0 else { return [] }
        var called: [ID] = []
        for member in members where wanted > 0 && member.id != caller && !member.isLeaving && member.report.room > 0 {
            called.append(member.id)
            wanted -= member.report.room
        }
        // Somebody has to keep the deadlines: a caller that stays does.
        if called.isEmpty, !members.contains(where: { $0.id == caller && !$0.isLeaving }),
            let keeper = members.first(where: { !$0.isLeaving })
        {
            called.append(keeper.id)
        }
        return called
    }

    // MARK: What connections do

    /// Adds a connection, which is made when it gets a request.
    mutating func add() -> ID {
        lastID += 1
        members.append(Member(id: lastID))
        return lastID
    }

    /// Forgets a connection, which has ended.
    mutating func remove(_ id: ID) { members.removeAll { $0.id == id } }

    /// Whether a connection that opens no more streams has nobody to leave its requests to.
    func needsSuccessor(_ id: ID, _ report: Report) -> Bool {
        report.isDraining && !isClosing && !hasOther(than: id)
    }

    /// A connection tells how it is, and takes what it has room for.
    mutating func visit(
        _ id: ID, _ report: Report, now: Duration, take: (HTTP2WaitingRequest) -> Void
    ) -> Visit {
        var visit = Visit()
        while let first = queue.first, isClosing || first.deadline <= now {
            _ = queue.popFirst()
            visit.ended.append(
                HTTP2Answer(id: first.request.id, outcome: .notProcessed(isClosing ? .closed : .timedOut)))
        }
        guard let index = members.firstIndex(where: { $0.id == id }) else { return visit }
        if report.isDraining || report.hasEnded, !members[index].isLeaving, hasOther(than: id) {
            members[index].isLeaving = true
            if !members[index].report.isProven { growsFrom = now + configuration.maximumBackoff }
        }
        members[index].report = report
        visit.leaves = members[index].isLeaving
        guard !visit.leaves else { return visit }
        var room = report.room
        while room > 0, let waiting = queue.popFirst() {
            take(waiting)
            room -= 1
        }
        members[index].report.room = room
        guard let first = queue.first else { return visit }
        visit.hasMore = true
        visit.lookAt = first.deadline
        if let time = growthTime {
            visit.opensAnother = time <= now
            visit.lookAt = min(first.deadline, max(time, now))
            // The one that is opened has to show first what it helps.
            if visit.opensAnother { growsFrom = now + configuration.crowdedAfter }
        }
        return visit
    }

    /// A connection has its first answer.
    mutating func noteAnswer(on id: ID) {
        for index in members.indices where members[index].id == id { members[index].report.hasAnswered = true }
    }

    /// Puts back, in front, what a connection had taken and will not send.
    mutating func giveBack(_ requests: [HTTP2WaitingRequest]) {
        for request in requests.reversed() { queue.prepend(request) }
    }

    /// All that waits, for a connection that could not be made and has no other beside it: it fails with the attempt.
    mutating func takeStranded(by id: ID) -> [HTTP2WaitingRequest] {
        guard !hasOther(than: id) else { return [] }
        var stranded: [HTTP2WaitingRequest] = []
        while let waiting = queue.popFirst() { stranded.append(waiting) }
        return stranded
    }

    // MARK: How many

    private func hasOther(than id: ID) -> Bool { members.contains { $0.id != id && !$0.isLeaving } }

    /// When one more connection would help: once requests have waited for a while, although every connection is in use, for
    /// want of streams. Nil when it would not, as things are.
    private var growthTime: Duration? {
        guard !isClosing, let first = queue.first else { return nil }
        var (count, streams) = (0, 0)
        for member in members where !member.isLeaving {
            guard member.report.isProven else { return nil }
            count += 1
            streams += member.report.streamLimit
        }
        guard count < configuration.maximumConnections, streams < configuration.enoughStreams else { return nil }
        return max(growsFrom, first.deadline - configuration.queueTimeout + configuration.crowdedAfter)
    }
}
