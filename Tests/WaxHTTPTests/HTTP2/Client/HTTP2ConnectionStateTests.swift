// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxHTTP

@Suite struct HTTP2ConnectionStateTests {
    // MARK: Connecting

    @Test func connectsOnlyWhenThereIsSomethingToSend() {
        var state = makeState()
        #expect(state.nextAction(now: .zero) == nil)
        #expect(state.nextDeadline() == nil)
        state.submit(requests(1), now: .zero)
        #expect(state.nextAction(now: .zero) == .connect)
        #expect(state.nextAction(now: .zero) == nil)
        #expect(state.nextDeadline() == .seconds(10))
        state.connected(now: .seconds(1))
        #expect(state.nextAction(now: .seconds(1)) == nil)
        state.settingsReceived(maximumStreams: 7)
        #expect(state.nextAction(now: .seconds(1)) == .open(slot: 0))
        #expect(state.takeEvents() == [.connected, .streamLimit(7)])
    }

    @Test func serverThatSendsNoSettingsIsGivenUp() {
        var state = makeState()
        state.submit(requests(1), now: .zero)
        _ = state.nextAction(now: .zero)
        state.connected(now: .seconds(1))
        #expect(state.nextDeadline() == .seconds(11))
        #expect(state.nextAction(now: .seconds(10)) == nil)
        #expect(state.nextAction(now: .seconds(11)) == .disconnect(.connectionLost("no SETTINGS")))
        state.disconnected(.connectionLost("no SETTINGS"), now: .seconds(11))
        #expect(state.queue.count == 1 && state.nextAction(now: .seconds(11)) == nil)
    }

    @Test func failedConnectionGivesAllRequestsBackAndBacksOff() throws {
        var state = makeState()
        state.submit(requests(3), now: .zero)
        #expect(state.nextAction(now: .zero) == .connect)
        state.connectFailed(.connectFailed("refused"), now: .zero)
        let outcomes = state.takeOutcomes()
        #expect(outcomes.map(\.id) == [0, 1, 2])
        #expect(outcomes.allSatisfy { $0.outcome.notProcessed == .connectFailed("refused") })

        state.submit(requests(1), now: .zero)
        #expect(state.nextAction(now: .zero) == nil)
        let deadline = state.nextDeadline()
        let retry = try #require(deadline)
        #expect(retry >= .milliseconds(125) && retry <= .milliseconds(250))
        #expect(state.nextAction(now: retry) == .connect)
    }

    @Test func eachAddressHasItsOwnTime() {
        var state = makeState()
        state.submit(requests(1), now: .zero)
        #expect(state.nextAction(now: .zero) == .connect)
        #expect(state.nextAction(now: .seconds(9)) == nil)
        #expect(state.nextAction(now: .seconds(10)) == .abandonAttempt)
        state.attemptBegan(now: .seconds(10))
        #expect(state.nextAction(now: .seconds(19)) == nil)
        #expect(state.nextAction(now: .seconds(20)) == .abandonAttempt)
    }

    @Test(arguments: [true, false])
    func connectionThatAnsweredIsMadeAgainAtOnce(hasAnswered: Bool) {
        var state = openState(1)
        if hasAnswered { answer(&state, slot: 0) }
        state.disconnected(.connectionLost("gone"), now: .seconds(5))
        state.submit(requests(1), now: .seconds(5))
        #expect(state.nextAction(now: .seconds(5)) == (hasAnswered ? .connect : nil))
    }

    // MARK: The number of streams

    @Test func followsTheServersLimit() {
        var state = openState(10, remoteLimit: 4)
        #expect(state.streams.count == 4 && state.queue.count == 6)
        state.settingsReceived(maximumStreams: 1)
        answer(&state, slot: 0)
        #expect(state.nextAction(now: .zero) == nil)
        for slot in 1...2 { answer(&state, slot: slot) }
        #expect(state.nextAction(now: .zero) == nil)
        answer(&state, slot: 3)
        #expect(opened(&state, now: .zero) == 1)
        state.settingsReceived(maximumStreams: 3)
        #expect(opened(&state, now: .zero) == 2)
        state.settingsReceived(maximumStreams: 0)
        #expect(state.nextAction(now: .zero) == nil)
        #expect(state.status.available == 0)
    }

    @Test func firstAcceptedAnswerLiftsTheInitialLimit() {
        var configuration = HTTP2ClientConfiguration()
        configuration.initialStreamLimit = 1
        var state = makeState(configuration)
        state.submit(requests(10), now: .zero)
        _ = state.nextAction(now: .zero)
        state.connected(now: .zero)
        state.settingsReceived(maximumStreams: 100)
        #expect(opened(&state, now: .zero) == 1)
        answer(&state, slot: 0, status: 403)
        #expect(opened(&state, now: .zero) == 1)
        answer(&state, slot: 0, status: 200)
        #expect(opened(&state, now: .zero) == 8)
        state.disconnected(.connectionLost("gone"), now: .zero)
        #expect(state.streamLimit == 1)
    }

    // MARK: How streams end

    struct Ending: CustomTestStringConvertible {
        let testDescription: String
        var isWritten = true
        var header: String?
        var endsAnswer = false
        var goAway: Int32?
        var code: UInt32?
        let expected: String
    }

    static let endings = [
        Ending(testDescription: "answered", header: "200", endsAnswer: true, code: 0, expected: "200"),
        Ending(testDescription: "answered, then reset", header: "413", endsAnswer: true, code: 8, expected: "413"),
        Ending(testDescription: "refused", code: 7, expected: "not processed: refused"),
        Ending(testDescription: "internal error", code: 2, expected: "unknown: reset 2"),
        Ending(testDescription: "status, then reset", header: "200", code: 2, expected: "200 cut short"),
        Ending(testDescription: "informational, then reset", header: "103", code: 2, expected: "unknown: reset 2"),
        Ending(testDescription: "above GOAWAY", goAway: 0, code: 7, expected: "not processed: goAway"),
        Ending(testDescription: "above GOAWAY, connection lost", goAway: 0, expected: "not processed: goAway"),
        Ending(testDescription: "covered by GOAWAY", goAway: 1, expected: "unknown: goAway"),
        Ending(testDescription: "covered by GOAWAY, refused", goAway: 1, code: 7, expected: "not processed: refused"),
        Ending(testDescription: "lost", expected: "unknown: lost"),
        Ending(testDescription: "lost unwritten", isWritten: false, expected: "not processed: lost"),
        Ending(testDescription: "unsendable", isWritten: false, code: 2, expected: "not processed: invalid"),
        Ending(testDescription: "status, then lost", header: "410", expected: "410 cut short"),
    ]

    @Test(arguments: endings) func endOfAStream(_ ending: Ending) throws {
        var state = openState(1, isWritten: ending.isWritten)
        if let header = ending.header {
            receive(&state, slot: 0, name: ":status", value: header)
            state.headersReceived(0)
        }
        if ending.endsAnswer { state.answerEnded(0) }
        if let last = ending.goAway {
            state.goAwayReceived(lastStreamID: last, code: 0, debugData: [], now: .zero)
        }
        if let code = ending.code { state.streamClosed(0, code: code) }
        state.disconnected(.connectionLost("gone"), now: .zero)
        let outcomes = state.takeOutcomes()
        #expect(outcomes.count == 1)
        #expect(summary(try #require(outcomes.first).outcome) == ending.expected)
        #expect(state.streams.count == 0)
    }

    @Test func informationalAnswersArePassedOver() throws {
        var state = openState(1)
        for status in ["100", "103", "200"] {
            receive(&state, slot: 0, name: ":status", value: status)
            receive(&state, slot: 0, name: "x-of", value: status)
            state.headersReceived(0)
        }
        receive(&state, slot: 0, name: "x-trailer", value: "1")
        state.headersReceived(0)
        state.answerEnded(0)
        state.streamClosed(0, code: 0)
        let outcomes = state.takeOutcomes()
        guard case .response(let response) = try #require(outcomes.first).outcome else {
            Issue.record("no response")
            return
        }
        #expect(response.status == 200 && response.headers.count == 1 && response.headers["x-of"] == "200")
    }

    @Test func earlyAnswerIsGivenAtOnceAndTheStreamIsNotReset() {
        var state = openState(1, body: [1, 2, 3])
        answer(&state, slot: 0, closes: false)
        #expect(state.takeOutcomes().count == 1)
        #expect(state.nextAction(now: .zero) == nil)
        state.tick(now: .seconds(30))
        #expect(state.nextAction(now: .seconds(30)) == .cancel(streamID: 1))
        state.streamClosed(0, code: 8)
        #expect(state.takeOutcomes().isEmpty)
    }

    @Test func longAnswersAreCutOff() throws {
        var configuration = HTTP2ClientConfiguration()
        configuration.maximumResponseBody = 4
        configuration.maximumResponseHeader = 10
        var state = openState(1, configuration: configuration)
        receive(&state, slot: 0, name: ":status", value: "200")
        receive(&state, slot: 0, name: "kept", value: "123456")
        receive(&state, slot: 0, name: "dropped", value: "1")
        state.headersReceived(0)
        [UInt8](repeating: 7, count: 5).withUnsafeBufferPointer { state.bodyReceived(0, $0) }
        #expect(state.nextAction(now: .zero) == .cancel(streamID: 1))
        state.streamClosed(0, code: 8)
        let outcomes = state.takeOutcomes()
        guard case .response(let response) = try #require(outcomes.first).outcome else {
            Issue.record("no response")
            return
        }
        #expect(outcomes.count == 1 && !response.isComplete && response.body == [7, 7, 7, 7])
        #expect(response.headers.count == 1 && response.headers["kept"] == "123456")
    }

    @Test(arguments: [0, 1, 7, 4096])
    func bodyIsGivenInPiecesOfAnySize(room: Int) {
        let body = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        var state = openState(1, body: body)
        var sent: [UInt8] = []
        var isLast = false
        var buffer = [UInt8](repeating: 0, count: room)
        for _ in 0..<1001 where !isLast {
            let (count, last) = buffer.withUnsafeMutableBytes { state.takeBody(0, into: $0) }
            sent += buffer[..<count]
            isLast = last
        }
        #expect(sent == (room == 0 ? [] : body) && isLast == (room > 0))
    }

    // MARK: Time

    @Test func silentStreamsTimeOutAndAreReset() {
        var state = openState(3)
        answer(&state, slot: 1)
        #expect(state.takeOutcomes().count == 1)
        state.received(now: .seconds(29))
        #expect(state.nextDeadline() == .seconds(30))
        state.tick(now: .seconds(29))
        #expect(state.takeOutcomes().isEmpty)
        state.tick(now: .seconds(30))
        #expect(state.takeOutcomes().map { summary($0.outcome) } == ["unknown: timed out", "unknown: timed out"])
        let actions = [state.nextAction(now: .seconds(30)), state.nextAction(now: .seconds(30))]
        #expect(actions.contains(.cancel(streamID: 1)) && actions.contains(.cancel(streamID: 5)))
        for slot in [0, 2] { state.streamClosed(slot, code: 8) }
        #expect(state.takeOutcomes().isEmpty)
        #expect(state.phase == .open)
    }

    @Test func waitingRequestsTimeOutUnsent() {
        var state = openState(2, remoteLimit: 1)
        state.received(now: .seconds(25))
        answer(&state, slot: 0)
        _ = state.takeOutcomes()
        state.settingsReceived(maximumStreams: 0)
        state.tick(now: .seconds(59))
        #expect(state.takeOutcomes().isEmpty)
        state.tick(now: .seconds(60))
        #expect(state.takeOutcomes().map { summary($0.outcome) } == ["not processed: timed out"])
    }

    @Test func silenceIsProbedAndThenEndsTheConnection() {
        var state = openState(1)
        state.received(now: .seconds(2))
        #expect(state.nextDeadline() == .seconds(12))
        #expect(state.nextAction(now: .seconds(11)) == nil)
        #expect(state.nextAction(now: .seconds(12)) == .ping)
        #expect(state.nextDeadline() == .seconds(22))
        #expect(state.nextAction(now: .seconds(21)) == nil)
        var answered = state
        answered.received(now: .seconds(21))
        #expect(answered.nextAction(now: .seconds(22)) == nil)
        #expect(
            state.nextAction(now: .seconds(22)) == .disconnect(.connectionLost("no answer to PING")))
    }

    @Test func idleConnectionsAreProbedRarely() {
        var state = openState(1)
        answer(&state, slot: 0)
        state.received(now: .seconds(1))
        #expect(state.nextDeadline() == .seconds(3601))
        #expect(state.nextAction(now: .seconds(3600)) == nil)
        // A request after a long silence begins the short interval anew.
        state.submit(requests(1), now: .seconds(3600))
        #expect(state.nextAction(now: .seconds(3600)) == .open(slot: 0))
        #expect(state.nextAction(now: .seconds(3609)) == nil)
        #expect(state.nextAction(now: .seconds(3610)) == .ping)
    }

    // MARK: Ends

    @Test func goAwayDrainsAndTheQueueWaitsForTheNextConnection() {
        var state = openState(5, remoteLimit: 3)
        state.goAwayReceived(lastStreamID: 3, code: 0, debugData: Array("bye".utf8), now: .zero)
        state.streamClosed(2, code: 7)
        #expect(state.nextAction(now: .zero) == nil)
        answer(&state, slot: 0)
        #expect(state.nextAction(now: .seconds(9)) == nil)
        #expect(state.nextAction(now: .seconds(10)) == .disconnect(.goAway(code: 0)))
        state.disconnected(.goAway(code: 0), now: .seconds(10))
        #expect(
            state.takeOutcomes().map { "\($0.id) \(summary($0.outcome))" } == [
                "2 not processed: goAway", "0 200", "1 unknown: goAway",
            ])
        #expect(state.queue.count == 2)
        #expect(state.nextAction(now: .seconds(10)) == .connect)
        #expect(
            state.takeEvents().last == .disconnected(.goAway(code: 0))
                && state.events.isEmpty)
    }

    @Test func usedUpStreamNumbersMeanANewConnection() {
        var state = openState(2, remoteLimit: 1)
        answer(&state, slot: 0)
        #expect(state.nextAction(now: .zero) == .open(slot: 0))
        state.openingFailed(0, now: .zero)
        guard case .disconnect(let reason) = state.nextAction(now: .zero) else {
            Issue.record("still connected")
            return
        }
        state.disconnected(reason, now: .zero)
        #expect(state.nextAction(now: .zero) == .connect)
        #expect(state.queue.count == 1 && state.takeOutcomes().count == 1)
    }

    @Test func closingRefusesWhatWaitsAndDrainsWhatIsOpen() {
        var state = openState(4, remoteLimit: 2)
        state.close(drain: .seconds(3), now: .zero)
        state.submit(requests(1, from: 10), now: .zero)
        #expect(
            state.takeOutcomes().map { "\($0.id) \(summary($0.outcome))" } == [
                "2 not processed: closed", "3 not processed: closed", "10 not processed: closed",
            ])
        answer(&state, slot: 0)
        #expect(state.nextAction(now: .seconds(2)) == nil)
        #expect(state.nextDeadline() == .seconds(3))
        #expect(state.nextAction(now: .seconds(3)) == .disconnect(.closed))
        state.disconnected(.closed, now: .seconds(3))
        #expect(state.takeOutcomes().map { summary($0.outcome) } == ["200", "unknown: closed"])
        #expect(state.nextAction(now: .seconds(3)) == nil)
        #expect(state.phase == .closed)
    }

    @Test func closingEndsAnAttemptToConnect() {
        var state = makeState()
        state.submit(requests(1), now: .zero)
        #expect(state.nextAction(now: .zero) == .connect)
        state.close(drain: .seconds(5), now: .zero)
        #expect(state.nextAction(now: .zero) == .abandonAttempt)
        state.connectFailed(.closed, now: .zero)
        #expect(state.nextAction(now: .zero) == nil)
        #expect(state.phase == .closed && state.takeOutcomes().count == 1)
    }

    // MARK: Help

    private func makeState(_ configuration: HTTP2ClientConfiguration = .init()) -> HTTP2ConnectionState {
        HTTP2ConnectionState(configuration: configuration, seed: 1)
    }

    private func requests(_ count: UInt64, from first: UInt64 = 0, body: [UInt8] = []) -> [HTTP2Request] {
        (first..<first + count).map { HTTP2Request(id: $0, path: "/", body: body) }
    }

    /// A connected state that has opened what the limit allows of `count` requests.
    private func openState(
        _ count: UInt64, remoteLimit: Int = 100, isWritten: Bool = true, body: [UInt8] = [],
        configuration: HTTP2ClientConfiguration = .init()
    ) -> HTTP2ConnectionState {
        var state = makeState(configuration)
        state.submit(requests(count, body: body), now: .zero)
        _ = state.nextAction(now: .zero)
        state.connected(now: .zero)
        state.settingsReceived(maximumStreams: remoteLimit)
        while case .open(let slot) = state.nextAction(now: .zero) {
            state.opened(slot, as: Int32(slot * 2 + 1))
            if isWritten { state.headerWritten(slot) }
        }
        return state
    }

    private func opened(_ state: inout HTTP2ConnectionState, now: Duration) -> Int {
        var count = 0
        while case .open(let slot) = state.nextAction(now: now) {
            state.opened(slot, as: Int32(101 + slot * 2))
            state.headerWritten(slot)
            count += 1
        }
        return count
    }

    private func answer(_ state: inout HTTP2ConnectionState, slot: Int, status: Int = 200, closes: Bool = true) {
        receive(&state, slot: slot, name: ":status", value: "\(status)")
        state.headersReceived(slot)
        state.answerEnded(slot)
        if closes { state.streamClosed(slot, code: 0) }
    }

    private func receive(_ state: inout HTTP2ConnectionState, slot: Int, name: String, value: String) {
        Array(name.utf8).withUnsafeBufferPointer { name in
            Array(value.utf8).withUnsafeBufferPointer { value in
                state.headerReceived(slot, name: name, value: value)
            }
        }
    }

    private func summary(_ outcome: HTTP2Outcome) -> String {
        switch outcome {
        case .response(let response): "\(response.status)\(response.isComplete ? "" : " cut short")"
        case .notProcessed(let failure): "not processed: \(summary(failure))"
        case .unknown(let failure): "unknown: \(summary(failure))"
        }
    }

    private func summary(_ failure: HTTP2Failure) -> String {
        switch failure {
        case .connectFailed: "connect failed"
        case .refused: "refused"
        case .goAway: "goAway"
        case .reset(let code): "reset \(code)"
        case .connectionLost: "lost"
        case .timedOut: "timed out"
        case .closed: "closed"
        case .invalidRequest: "invalid"
        }
    }
}
