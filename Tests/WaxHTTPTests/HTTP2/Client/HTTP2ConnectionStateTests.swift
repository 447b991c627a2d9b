// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxHTTP

@Suite struct HTTP2ConnectionStateTests {
    // MARK: Connecting

    @Test func connectsOnlyWhenThereIsSomethingToSend() {
        var state = HTTP2ConnectionState.idle()
        #expect(state.nextAction(now: .zero) == nil)
        #expect(state.nextDeadline() == nil)
        state.submit(HTTP2Request.numbered(1), now: .zero)
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
        var state = HTTP2ConnectionState.idle()
        state.submit(HTTP2Request.numbered(1), now: .zero)
        _ = state.nextAction(now: .zero)
        state.connected(now: .seconds(1))
        #expect(state.nextDeadline() == .seconds(11))
        #expect(state.nextAction(now: .seconds(10)) == nil)
        #expect(state.nextAction(now: .seconds(11)) == .disconnect(.connectionLost("no SETTINGS")))
        state.disconnected(.connectionLost("no SETTINGS"), now: .seconds(11))
        #expect(state.queue.count == 1 && state.nextAction(now: .seconds(11)) == nil)
    }

    @Test func failedConnectionGivesAllRequestsBackAndBacksOff() throws {
        var state = HTTP2ConnectionState.idle()
        state.submit(HTTP2Request.numbered(3), now: .zero)
        #expect(state.nextAction(now: .zero) == .connect)
        state.connectFailed(.connectFailed("refused"), now: .zero)
        let outcomes = state.takeOutcomes()
        #expect(outcomes.map(\.id) == [0, 1, 2])
        #expect(outcomes.allSatisfy { $0.outcome.notProcessed == .connectFailed("refused") })

        state.submit(HTTP2Request.numbered(1), now: .zero)
        #expect(state.nextAction(now: .zero) == nil)
        let deadline = state.nextDeadline()
        let retry = try #require(deadline)
        #expect(retry >= .milliseconds(125) && retry <= .milliseconds(250))
        #expect(state.nextAction(now: retry) == .connect)
    }

    @Test func eachAddressHasItsOwnTime() {
        var state = HTTP2ConnectionState.idle()
        state.submit(HTTP2Request.numbered(1), now: .zero)
        #expect(state.nextAction(now: .zero) == .connect)
        #expect(state.nextAction(now: .seconds(9)) == nil)
        #expect(state.nextAction(now: .seconds(10)) == .abandonAttempt)
        state.attemptBegan(now: .seconds(10))
        #expect(state.nextAction(now: .seconds(19)) == nil)
        #expect(state.nextAction(now: .seconds(20)) == .abandonAttempt)
    }

    @Test(arguments: [true, false])
    func connectionThatAnsweredIsMadeAgainAtOnce(hasAnswered: Bool) {
        var state = HTTP2ConnectionState.open(1)
        if hasAnswered { state.answer(slot: 0) }
        state.disconnected(.connectionLost("gone"), now: .seconds(5))
        state.submit(HTTP2Request.numbered(1), now: .seconds(5))
        #expect(state.nextAction(now: .seconds(5)) == (hasAnswered ? .connect : nil))
    }

    // MARK: The number of streams

    @Test func followsTheServersLimit() {
        var state = HTTP2ConnectionState.open(10, remoteLimit: 4)
        #expect(state.streams.count == 4 && state.queue.count == 6)
        state.settingsReceived(maximumStreams: 1)
        state.answer(slot: 0)
        #expect(state.nextAction(now: .zero) == nil)
        for slot in 1...2 { state.answer(slot: slot) }
        #expect(state.nextAction(now: .zero) == nil)
        state.answer(slot: 3)
        #expect(state.openAll() == 1)
        state.settingsReceived(maximumStreams: 3)
        #expect(state.openAll() == 2)
        state.settingsReceived(maximumStreams: 0)
        #expect(state.nextAction(now: .zero) == nil)
        #expect(state.report(now: .zero).room == 0)
    }

    @Test func firstAcceptedAnswerLiftsTheInitialLimit() {
        var configuration = HTTP2ClientConfiguration()
        configuration.initialStreamLimit = 1
        var state = HTTP2ConnectionState.idle(configuration)
        state.submit(HTTP2Request.numbered(10), now: .zero)
        _ = state.nextAction(now: .zero)
        state.connected(now: .zero)
        state.settingsReceived(maximumStreams: 100)
        #expect(state.openAll() == 1)
        state.answer(slot: 0, status: 403)
        #expect(state.openAll() == 1)
        state.answer(slot: 0, status: 200)
        #expect(state.openAll() == 8)
        state.disconnected(.connectionLost("gone"), now: .zero)
        #expect(state.streamLimit == 1)
    }

    // MARK: Time

    @Test func silentStreamsTimeOutAndAreReset() {
        var state = HTTP2ConnectionState.open(3)
        state.answer(slot: 1)
        #expect(state.takeOutcomes().count == 1)
        state.received(now: .seconds(29))
        #expect(state.nextDeadline() == .seconds(30))
        state.tick(now: .seconds(29))
        #expect(state.takeOutcomes().isEmpty)
        state.tick(now: .seconds(30))
        #expect(state.takeOutcomes().map { $0.outcome.summary } == ["unknown: timed out", "unknown: timed out"])
        let actions = [state.nextAction(now: .seconds(30)), state.nextAction(now: .seconds(30))]
        #expect(actions.contains(.cancel(streamID: 1)) && actions.contains(.cancel(streamID: 5)))
        for slot in [0, 2] { state.streamClosed(slot, code: 8) }
        #expect(state.takeOutcomes().isEmpty)
        #expect(state.phase == .open)
    }

    @Test func waitingRequestsTimeOutUnsent() {
        var state = HTTP2ConnectionState.open(2, remoteLimit: 1)
        state.received(now: .seconds(25))
        state.answer(slot: 0)
        _ = state.takeOutcomes()
        state.settingsReceived(maximumStreams: 0)
        state.tick(now: .seconds(59))
        #expect(state.takeOutcomes().isEmpty)
        state.tick(now: .seconds(60))
        #expect(state.takeOutcomes().map { $0.outcome.summary } == ["not processed: timed out"])
    }

    @Test func silenceIsProbedAndThenEndsTheConnection() {
        var state = HTTP2ConnectionState.open(1)
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
        var state = HTTP2ConnectionState.open(1)
        state.answer(slot: 0)
        state.received(now: .seconds(1))
        #expect(state.nextDeadline() == .seconds(3601))
        #expect(state.nextAction(now: .seconds(3600)) == nil)
        // A request after a long silence begins the short interval anew.
        state.submit(HTTP2Request.numbered(1), now: .seconds(3600))
        #expect(state.nextAction(now: .seconds(3600)) == .open(slot: 0))
        #expect(state.nextAction(now: .seconds(3609)) == nil)
        #expect(state.nextAction(now: .seconds(3610)) == .ping)
    }

    // MARK: Ends

    @Test func aGoAwayThatSaysNothingNewIsToldOnce() {
        var state = HTTP2ConnectionState.open(2, remoteLimit: 3)
        _ = state.takeEvents()
        // A graceful end names the largest number first, and then the last stream that it serves.
        for last: Int32 in [.max, .max, 3, 5, 3] {
            state.goAwayReceived(lastStreamID: last, code: 0, debugData: [], now: .zero)
        }
        #expect(
            state.takeEvents() == [Int32.max, 3].map { .goAway(lastStreamID: $0, code: 0, debugData: []) })
    }

    @Test func goAwayDrainsAndTheQueueWaitsForTheNextConnection() {
        var state = HTTP2ConnectionState.open(5, remoteLimit: 3)
        state.goAwayReceived(lastStreamID: 3, code: 0, debugData: Array("bye".utf8), now: .zero)
        state.streamClosed(2, code: 7)
        #expect(state.nextAction(now: .zero) == nil)
        state.answer(slot: 0)
        #expect(state.nextAction(now: .seconds(9)) == nil)
        #expect(state.nextAction(now: .seconds(10)) == .disconnect(.goAway(code: 0)))
        state.disconnected(.goAway(code: 0), now: .seconds(10))
        #expect(
            state.takeOutcomes().map { "\($0.id) \($0.outcome.summary)" } == [
                "2 not processed: goAway", "0 200", "1 unknown: goAway",
            ])
        #expect(state.queue.count == 2)
        #expect(state.nextAction(now: .seconds(10)) == .connect)
        #expect(
            state.takeEvents().last == .disconnected(.goAway(code: 0))
                && state.events.isEmpty)
    }

    @Test func usedUpStreamNumbersMeanANewConnection() {
        var state = HTTP2ConnectionState.open(2, remoteLimit: 1)
        state.answer(slot: 0)
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
        var state = HTTP2ConnectionState.open(4, remoteLimit: 2)
        state.close(drain: .seconds(3), now: .zero)
        state.submit(HTTP2Request.numbered(1, from: 10), now: .zero)
        #expect(
            state.takeOutcomes().map { "\($0.id) \($0.outcome.summary)" } == [
                "2 not processed: closed", "3 not processed: closed", "10 not processed: closed",
            ])
        state.answer(slot: 0)
        #expect(state.nextAction(now: .seconds(2)) == nil)
        #expect(state.nextDeadline() == .seconds(3))
        #expect(state.nextAction(now: .seconds(3)) == .disconnect(.closed))
        state.disconnected(.closed, now: .seconds(3))
        #expect(state.takeOutcomes().map { $0.outcome.summary } == ["200", "unknown: closed"])
        #expect(state.nextAction(now: .seconds(3)) == nil)
        #expect(state.phase == .closed)
    }

    @Test func closingEndsAnAttemptToConnect() {
        var state = HTTP2ConnectionState.idle()
        state.submit(HTTP2Request.numbered(1), now: .zero)
        #expect(state.nextAction(now: .zero) == .connect)
        state.close(drain: .seconds(5), now: .zero)
        #expect(state.nextAction(now: .zero) == .abandonAttempt)
        state.connectFailed(.closed, now: .zero)
        #expect(state.nextAction(now: .zero) == nil)
        #expect(state.phase == .closed && state.takeOutcomes().count == 1)
    }
}
