// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxHTTP

@Suite struct HTTP2StreamEndingTests {
    struct Ending: CustomTestStringConvertible {
        let testDescription: String
        var isWritten = true
        var isPartial = false
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
        Ending(testDescription: "lost half-way", isPartial: true, expected: "not processed: lost"),
        Ending(testDescription: "reset half-way", isPartial: true, code: 2, expected: "unknown: reset 2"),
        Ending(testDescription: "refused half-way", isPartial: true, code: 7, expected: "not processed: refused"),
        Ending(testDescription: "unsendable", isWritten: false, code: 2, expected: "not processed: invalid"),
        Ending(testDescription: "status, then lost", header: "410", expected: "410 cut short"),
    ]

    @Test(arguments: endings) func endOfAStream(_ ending: Ending) throws {
        var state = HTTP2ConnectionState.open(1, isWritten: ending.isWritten, body: ending.isPartial ? [1, 2] : [])
        if ending.isPartial { _ = state.takeBody(slot: 0, room: 1) }
        if let header = ending.header {
            state.receive(slot: 0, name: ":status", value: header)
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
        #expect(try #require(outcomes.first).outcome.summary == ending.expected)
        #expect(state.streams.count == 0)
    }

    @Test func informationalAnswersArePassedOver() throws {
        var state = HTTP2ConnectionState.open(1)
        for status in ["100", "103", "200"] {
            state.receive(slot: 0, name: ":status", value: status)
            state.receive(slot: 0, name: "x-of", value: status)
            state.headersReceived(0)
        }
        state.receive(slot: 0, name: "x-trailer", value: "1")
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
        var state = HTTP2ConnectionState.open(1, body: [1, 2, 3])
        state.answer(slot: 0, closes: false)
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
        var state = HTTP2ConnectionState.open(1, configuration: configuration)
        state.receive(slot: 0, name: ":status", value: "200")
        state.receive(slot: 0, name: "kept", value: "123456")
        state.receive(slot: 0, name: "dropped", value: "1")
        state.headersReceived(0)
        [UInt8](repeating: 7, count: 5).withUnsafeBufferPointer { state.bodyReceived(0, $0) }
        var closed = state
        #expect(state.nextAction(now: .zero) == .cancel(streamID: 1))
        closed.streamClosed(0, code: 0)
        #expect(closed.nextAction(now: .zero) == nil)
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
        var state = HTTP2ConnectionState.open(1, body: body)
        var sent: [UInt8] = []
        var isLast = false
        for _ in 0..<1001 where !isLast {
            let (bytes, last) = state.takeBody(slot: 0, room: room)
            sent += bytes
            isLast = last
        }
        #expect(sent == (room == 0 ? [] : body) && isLast == (room > 0))
    }
}
