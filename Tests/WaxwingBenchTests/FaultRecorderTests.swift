// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import waxwing_bench

/// Which requests may be without their answer, and whose they are.
@Suite struct FaultRecorderTests {
    private func recorder(streams: Int = 2, unfinished: [[String: Int]] = []) -> FaultRecorder {
        FaultRecorder(streams: streams, deadline: 600_000, unfinished: unfinished)
    }

    private func request(
        _ token: String, on connection: Int = 0, life: Int = 0, at milliseconds: Int64 = 0, isDelayed: Bool = false,
        resets: Bool = false
    ) -> FaultRequest {
        FaultRequest(
            token: token, connection: connection, life: life, milliseconds: milliseconds,
            end: resets ? .silent : .answered(reason: nil), wasDelivered: true, isDelayed: isDelayed,
            resetsConnection: resets)
    }

    private func lost(_ requests: [FaultRequest], streams: Int = 2) -> Set<String> {
        let histories = recorder(streams: streams).histories(of: requests, tokens: [])
        return Set(histories.filter { $0.value.requests.contains(where: \.mayBeLost) }.keys)
    }

    /// However soon the reset comes: what is more than two windows before it was answered.
    @Test func aResetLosesTheLastAnswersOfItsConnection() {
        var requests = (0..<10).map { request("\($0)") }
        #expect(lost(requests).isEmpty)
        requests.append(request("reset", resets: true))
        #expect(lost(requests) == ["6", "7", "8", "9", "reset"])
        #expect(lost(requests, streams: 1) == ["8", "9", "reset"])
    }

    @Test func nothingIsAnsweredAfterAReset() {
        let requests = [request("reset", resets: true), request("after", at: 9000), request("last", resets: true)]
        #expect(lost(requests) == ["reset", "after", "last"])
    }

    @Test func aResetConcernsNoOtherConnection() {
        #expect(lost([request("other", on: 1), request("own"), request("reset", resets: true)]) == ["own", "reset"])
    }

    @Test func anAnswerThatIsHeldBackMayComeLate() {
        let late = [request("early", at: 0, isDelayed: true), request("late", at: 2000, isDelayed: true)]
        let prompt = (0..<4).map { request("\($0)", at: 2000) }
        #expect(
            lost(late + prompt + [request("reset", at: 6000, resets: true)]) == ["late", "0", "1", "2", "3", "reset"])
    }

    @Test func everyServerHasItsPart() throws {
        let requests = [
            request("twice", life: 0, at: 1000), request("once", on: 1, life: 1, at: 2000),
            request("twice", on: 1, life: 1, at: 3000),
            // Read late, from a connection of the server that is dead.
            request("late", life: 0, at: 4000),
        ]
        let histories = recorder(unfinished: [["twice": 1, "never": 1]]).histories(
            of: requests, tokens: ["twice", "once", "never", "late", "untouched"])
        let (first, second) = (histories["twice"]?.lives.first, histories["twice"]?.lives.last)
        #expect(first?.requests.map(\.timeLeft) == [.seconds(599)] && first?.attemptAtKill == 1)
        #expect(second?.requests.map(\.timeLeft) == [.seconds(597)] && second?.attemptAtKill == nil)
        #expect(histories["once"]?.lives.map(\.requests.count) == [0, 1])
        #expect(histories["late"]?.lives.map(\.requests.count) == [1, 0])
        #expect(histories["never"]?.lives.map(\.attemptAtKill) == [1, nil])
        #expect(histories["untouched"] == FaultHistory(lives: [FaultHistory.Life(), FaultHistory.Life()]))
    }
}
