// SPDX-License-Identifier: Apache-2.0

/// Everything that one connection decides: when to connect, when to open a stream, how each request ends.
///
/// It does no I/O and reads no clock. The driver tells it what has happened and carries out its actions.
struct HTTP2ConnectionState: Sendable {
    enum Phase: Equatable, Sendable {
        /// No connection, and none before this time.
        case idle(notBefore: Duration)
        case connecting(deadline: Duration)
        /// Connected, and waiting for the server's SETTINGS: streams above its limit would only be refused.
        case greeting(deadline: Duration)
        case open
        /// No stream is opened any more; the connection ends with its last stream or at the deadline.
        case draining(deadline: Duration, HTTP2Failure)
        /// The owner has closed the client, and every request has its outcome.
        case closed
    }

    /// What the driver does next.
    enum Action: Equatable {
        /// Resolve the host and try its addresses; tell `connected` or `connectFailed`.
        case connect
        /// Give up the address that is being tried and go on to the next.
        case abandonAttempt
        /// Send the request in this slot.
        case open(slot: Int)
        /// Reset a stream that has its outcome already.
        case cancel(streamID: Int32)
        case ping
        /// Close the connection and tell `disconnected`.
        case disconnect(HTTP2Failure)
    }

    let configuration: HTTP2ClientConfiguration
    var phase = Phase.idle(notBefore: .zero)
    var streams = HTTP2StreamTable()
    /// Requests that were taken and have no stream yet.
    var queue = FirstInFirstOut<HTTP2WaitingRequest>()
    var outcomes: [HTTP2Answer] = []
    var events: [HTTP2ClientEvent] = []
    var cancellations: [Int32] = []
    /// What the server's SETTINGS allow; nil without a connection.
    var remoteStreamLimit: Int?
    var hasAcceptedAnswer = false
    /// The last stream that the server's GOAWAY covers.
    var lastStreamID = Int32.max
    var isClosing = false
    private(set) var hasAnswered = false
    /// Whether a connection was ever asked for.
    private var hasBegun = false
    private var quietSince = Duration.zero
    private var pingSentAt: Duration?
    private var backoff: HTTP2Backoff

    /// - Parameter seed: Where the random part of the waits begins.
    init(configuration: HTTP2ClientConfiguration, seed: UInt64) {
        self.configuration = configuration
        backoff = HTTP2Backoff(
            first: configuration.firstBackoff, maximum: configuration.maximumBackoff, seed: seed)
    }

    /// How many streams may be open at once now.
    var streamLimit: Int {
        var limit = configuration.maximumStreams
        if let remoteStreamLimit { limit = min(limit, remoteStreamLimit) }
        return hasAcceptedAnswer ? limit : min(limit, configuration.initialStreamLimit)
    }

    /// What the connection tells its pool.
    func report(now: Duration) -> HTTP2Pool.Report {
        var report = HTTP2Pool.Report(room: 0, streamLimit: streamLimit)
        report.isProven = phase == .open && hasAcceptedAnswer
        report.hasAnswered = hasAnswered
        guard !isClosing else { return report }
        switch phase {
        case .idle(let notBefore):
            report.room = queue.isEmpty && now >= notBefore ? 1 : 0
            report.hasEnded = hasBegun
        case .open: report.room = max(0, streamLimit - streams.count - queue.count)
        case .draining: report.isDraining = true
        case .connecting, .greeting, .closed: break
        }
        return report
    }

    // MARK: What the owner does

    /// Takes a request in; after `close` it is refused.
    mutating func take(_ waiting: HTTP2WaitingRequest) {
        if isClosing {
            outcomes.append(HTTP2Answer(id: waiting.request.id, outcome: .notProcessed(.closed)))
        } else {
            queue.append(waiting)
        }
    }

    /// Gives back what was taken and has no stream yet.
    mutating func yieldQueue() -> [HTTP2WaitingRequest] {
        var yielded: [HTTP2WaitingRequest] = []
        while let waiting = queue.popFirst() { yielded.append(waiting) }
        return yielded
    }

    /// Refuses what waits and gives the open streams until `now + drain` to be answered.
    mutating func close(drain: Duration, now: Duration) {
        isClosing = true
        failQueue(.closed)
        switch phase {
        case .greeting, .open: phase = .draining(deadline: now + drain, .closed)
        case .draining(let deadline, let reason): phase = .draining(deadline: min(deadline, now + drain), reason)
        default: break
        }
    }

    /// The outcomes since the last call.
    mutating func takeOutcomes() -> [HTTP2Answer] {
        defer { outcomes = [] }
        return outcomes
    }

    /// The events since the last call.
    mutating func takeEvents() -> [HTTP2ClientEvent] {
        defer { events = [] }
        return events
    }

    // MARK: What the connection does

    /// The TLS handshake is complete.
    mutating func connected(now: Duration) {
        phase =
            isClosing
            ? .draining(deadline: now, .closed) : .greeting(deadline: now + configuration.connectTimeout)
        hasAnswered = false
        lastStreamID = .max
        quietSince = now
        pingSentAt = nil
        events.append(.connected)
    }

    /// The next address of the host is being tried.
    mutating func attemptBegan(now: Duration) {
        phase = .connecting(deadline: now + configuration.connectTimeout)
    }

    /// No address of the host could be connected to.
    mutating func connectFailed(_ failure: HTTP2Failure, now: Duration) {
        phase = .idle(notBefore: now + backoff.nextDelay())
        events.append(.connectFailed(failure))
        failQueue(failure)
    }

    /// The connection has ended: every stream gets its outcome.
    mutating func disconnected(_ cause: HTTP2Failure, now: Duration) {
        // After a GOAWAY the way it ended says less than the GOAWAY.
        let failure = if case .draining(_, let reason) = phase { reason } else { cause }
        for slot in streams.used {
            let isCertain = streams.slots[slot].streamID > lastStreamID || !streams.slots[slot].isWritten
            settle(slot, failure, isCertain: isCertain)
            streams.close(slot)
        }
        cancellations = []
        remoteStreamLimit = nil
        hasAcceptedAnswer = false
        // A connection that answered nothing may be one of many such: it counts like a failure to connect.
        phase = .idle(notBefore: hasAnswered ? now : now + backoff.nextDelay())
        events.append(.disconnected(failure))
    }

    /// Bytes have come.
    mutating func received(now: Duration) {
        quietSince = now
        pingSentAt = nil
    }

    /// The server's SETTINGS have come.
    mutating func settingsReceived(maximumStreams: Int) {
        if case .greeting = phase { phase = .open }
        guard remoteStreamLimit != maximumStreams else { return }
        remoteStreamLimit = maximumStreams
        events.append(.streamLimit(maximumStreams))
    }

    /// A GOAWAY has come: streams above `lastStreamID` were not processed (RFC 9113, section 6.8).
    mutating func goAwayReceived(lastStreamID: Int32, code: UInt32, debugData: [UInt8], now: Duration) {
        let isNews = if case .draining = phase { lastStreamID < self.lastStreamID } else { true }
        self.lastStreamID = min(self.lastStreamID, lastStreamID)
        // A server may say the same again with every frame that it gets.
        if isNews { events.append(.goAway(lastStreamID: lastStreamID, code: code, debugData: debugData)) }
        drain(.goAway(code: code), now: now)
    }

    /// The session has no stream number left for the request in `slot`: it waits for the next connection.
    mutating func openingFailed(_ slot: Int, now: Duration) {
        queue.prepend(
            HTTP2WaitingRequest(request: streams.slots[slot].request, deadline: now + configuration.queueTimeout))
        streams.close(slot)
        drain(.connectionLost("stream numbers used up"), now: now)
    }

    private mutating func drain(_ reason: HTTP2Failure, now: Duration) {
        switch phase {
        case .greeting, .open: break
        default: return
        }
        phase = .draining(deadline: now + configuration.drainTimeout, reason)
    }

    // MARK: What comes next

    /// Ends what has waited too long.
    mutating func tick(now: Duration) {
        while let first = queue.first, first.deadline <= now {
            _ = queue.popFirst()
            outcomes.append(HTTP2Answer(id: first.request.id, outcome: .notProcessed(.timedOut)))
        }
        while let slot = streams.popExpired(at: now) {
            settle(slot, .timedOut, isCertain: !streams.slots[slot].isWritten)
            cancellations.append(streams.slots[slot].streamID)
        }
    }

    /// The next thing to do, to be asked for until there is none.
    mutating func nextAction(now: Duration) -> Action? {
        if let streamID = cancellations.popLast() { return .cancel(streamID: streamID) }
        switch phase {
        case .idle(let notBefore):
            if isClosing { phase = .closed }
            guard !isClosing, !queue.isEmpty, now >= notBefore else { return nil }
            hasBegun = true
            phase = .connecting(deadline: now + configuration.connectTimeout)
            return .connect
        case .connecting(let deadline):
            return isClosing || now >= deadline ? .abandonAttempt : nil
        case .greeting(let deadline):
            return now >= deadline ? .disconnect(.connectionLost("no SETTINGS")) : nil
        case .open:
            if streams.count < streamLimit, let next = queue.popFirst() {
                if streams.count == 0 { quietSince = max(quietSince, now) }
                return .open(slot: streams.open(next.request, deadline: now + configuration.responseTimeout))
            }
            guard let pingSentAt else {
                guard now >= quietSince + pingInterval else { return nil }
                self.pingSentAt = now
                return .ping
            }
            return now < pingSentAt + configuration.pingTimeout
                ? nil : .disconnect(.connectionLost("no answer to PING"))
        case .draining(let deadline, let reason):
            return streams.count == 0 || now >= deadline ? .disconnect(reason) : nil
        case .closed:
            return nil
        }
    }

    /// When to `tick` and ask for actions although nothing has happened; `isWanted` says that there are requests to take.
    mutating func nextDeadline(isWanted: Bool = false) -> Duration? {
        var next = streams.nextDeadline()
        func include(_ time: Duration) { next = min(next ?? time, time) }
        if let first = queue.first { include(first.deadline) }
        switch phase {
        case .idle(let notBefore):
            if isWanted || !queue.isEmpty { include(notBefore) }
        case .connecting(let deadline), .greeting(let deadline), .draining(let deadline, _): include(deadline)
        case .open: include(pingSentAt.map { $0 + configuration.pingTimeout } ?? quietSince + pingInterval)
        case .closed: break
        }
        return next
    }

    private var pingInterval: Duration { streams.count > 0 ? configuration.busyPing : configuration.idlePing }

    private mutating func failQueue(_ failure: HTTP2Failure) {
        while let waiting = queue.popFirst() {
            outcomes.append(HTTP2Answer(id: waiting.request.id, outcome: .notProcessed(failure)))
        }
    }

    /// Gives the stream's outcome, once. `isCertain` says that the server has not acted upon the request.
    mutating func settle(_ slot: Int, _ failure: HTTP2Failure, isCertain: Bool) {
        guard !streams.slots[slot].isSettled else { return }
        streams.slots[slot].isSettled = true
        let id = streams.slots[slot].request.id
        if streams.slots[slot].hasStatus {
            // Taken out, so that the table does not hold a second reference.
            var response = HTTP2Response(status: 0)
            swap(&response, &streams.slots[slot].response)
            response.isComplete = streams.slots[slot].isAnswerEnded
            hasAnswered = true
            backoff.reset()
            if response.isComplete && configuration.acceptsAnswer(response.status) { hasAcceptedAnswer = true }
            outcomes.append(HTTP2Answer(id: id, outcome: .response(response)))
        } else if isCertain {
            outcomes.append(HTTP2Answer(id: id, outcome: .notProcessed(failure)))
        } else {
            outcomes.append(HTTP2Answer(id: id, outcome: .unknown(failure)))
        }
    }
}
