// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxSystem

@testable import WaxWebhooks

@Suite struct FallbackVerdictTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)

    @Test(arguments: [
        (200, #"{"message_id":"m1"}"#, FallbackVerdict.sent(messageID: "m1")),
        (202, "", .sent(messageID: nil)), (200, "thanks", .sent(messageID: nil)),
        (200, #"{"message_id":7}"#, .sent(messageID: nil)), (200, #"{"message_id":""}"#, .sent(messageID: nil)),
        (302, "", .retry(after: nil)), (400, "", .failed(.rejected)), (401, "", .failed(.rejected)),
        (404, "", .failed(.rejected)), (422, #"{"message_id":"m1"}"#, .failed(.rejected)),
        (408, "", .retry(after: nil)), (429, "", .retry(after: nil)), (500, "", .retry(after: nil)),
        (503, "", .retry(after: nil)),
    ])
    func everyAnswerHasAMeaning(status: Int, body: String, verdict: FallbackVerdict) {
        let response = HTTPClientResponse(status: status, body: Array(body.utf8))
        #expect(FallbackVerdict(.success(response), now: Self.now) == verdict)
    }

    @Test func aLongMessageIDIsLeftOut() {
        let body = #"{"message_id":"\#(String(repeating: "x", count: 256))"}"#
        let response = HTTPClientResponse(status: 200, body: Array(body.utf8))
        #expect(FallbackVerdict(.success(response), now: Self.now) == .sent(messageID: nil))
    }

    @Test func noAnswerIsTriedAgainAndAWaitIsHonoured() {
        let error = HTTPClientError(.timedOut, host: "example.com", mayHaveBeenSent: true)
        #expect(FallbackVerdict(.failure(error), now: Self.now) == .retry(after: nil))
        let response = HTTPClientResponse(status: 429, headers: HTTPHeaders([("Retry-After", "9")]))
        #expect(FallbackVerdict(.success(response), now: Self.now) == .retry(after: .seconds(9)))
    }
}
