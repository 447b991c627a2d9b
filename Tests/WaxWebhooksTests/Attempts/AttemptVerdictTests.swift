// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxSystem

@testable import WaxWebhooks

@Suite struct AttemptVerdictTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)

    @Test(arguments: [
        (200, AttemptVerdict.delivered(status: 200)), (204, .delivered(status: 204)), (299, .delivered(status: 299)),
        (199, .failed(.status(199), status: 199, retryAfter: nil)),
        (302, .failed(.status(302), status: 302, retryAfter: nil)),
        (404, .failed(.status(404), status: 404, retryAfter: nil)),
        (410, .gone), (500, .failed(.status(500), status: 500, retryAfter: nil)),
    ])
    func everyStatusHasAMeaning(status: Int, verdict: AttemptVerdict) {
        #expect(AttemptVerdict(.success(HTTPClientResponse(status: status)), now: Self.now) == verdict)
    }

    @Test(arguments: [
        ("120", Duration.seconds(120)), ("Fri, 15 Jan 2027 08:01:00 GMT", .seconds(60)),
        ("999999999", .seconds(86_400)), ("soon", nil),
    ])
    func aWaitIsReadFromTheAnswer(value: String, wait: Duration?) {
        let response = HTTPClientResponse(status: 503, headers: HTTPHeaders([("Retry-After", value)]))
        #expect(
            AttemptVerdict(.success(response), now: Self.now)
                == .failed(.status(503), status: 503, retryAfter: wait))
    }

    @Test(arguments: [
        (HTTPClientError.Reason.timedOut, "TIMEOUT"), (.forbiddenAddress, "FORBIDDEN_ADDRESS"),
        (.cannotResolve, "HOST_NOT_FOUND"), (.cannotConnect, "CANNOT_CONNECT"), (.tls, "TLS_FAILED"),
        (.connectionLost, "CONNECTION_LOST"), (.responseTooLarge, "ANSWER_TOO_LARGE"),
        (.invalidRequest, "INVALID_URL"), (.other(code: 1), "REQUEST_FAILED"),
    ])
    func everyFailureHasAWord(reason: HTTPClientError.Reason, word: String) {
        let verdict = AttemptVerdict(.failure(HTTPClientError(reason, host: "example.com")), now: Self.now)
        #expect(verdict.reason?.text == word)
        #expect(verdict.status == nil)
    }
}
