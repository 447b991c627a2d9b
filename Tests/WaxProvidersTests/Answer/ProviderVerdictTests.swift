// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxProviders
import WaxSystem

@Suite struct ProviderVerdictTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func verdict(_ outcome: HTTP2Outcome, _ provider: Provider) -> ProviderVerdict {
        ProviderVerdict(of: outcome, from: provider, sentAt: now, now: now)
    }

    @Test(arguments: Provider.allCases) func requestsWithoutAnAnswer(provider: Provider) {
        for failure in [HTTP2Failure.connectFailed("x"), .refused, .goAway(code: 0), .timedOut, .closed] {
            #expect(verdict(.notProcessed(failure), provider) == ProviderVerdict(.retry(.notProcessed)))
        }
        for failure in [HTTP2Failure.connectionLost("x"), .reset(code: 2), .timedOut] {
            #expect(verdict(.unknown(failure), provider) == ProviderVerdict(.retry(.unknownOutcome)))
        }
        #expect(
            verdict(.notProcessed(.invalidRequest), provider)
                == ProviderVerdict(.failed(code: .providerRejected, device: .keep, alert: .requestInvalid)))
    }

    @Test func answersGoToTheirTable() {
        let apple = HTTP2Response(
            status: 429, headers: ["apns-id": "x", "retry-after": "5"], body: #"{"reason":"TooManyRequests"}"#.bytes)
        #expect(
            verdict(.response(apple), .apns)
                == ProviderVerdict(
                    .retry(.rateLimited(after: .seconds(5))), status: 429, reason: "TooManyRequests"))
        #expect(
            verdict(.response(HTTP2Response(status: 200, headers: ["apns-id": "id"])), .apns)
                == ProviderVerdict(.accepted(messageID: "id"), status: 200))
        let google = HTTP2Response(status: 404, body: #"{"error":{"status":"NOT_FOUND"}}"#.bytes)
        #expect(
            verdict(.response(google), .fcm)
                == ProviderVerdict(
                    .failed(code: .providerConfigInvalid, device: .keep, alert: .configurationInvalid), status: 404,
                    reason: "NOT_FOUND"))
    }

    /// Without its reason a refusal would be taken for another.
    @Test(arguments: Provider.allCases) func refusalsThatWereCutOff(provider: Provider) {
        func answer(_ status: Int, _ body: String = "") -> ProviderVerdict {
            verdict(.response(HTTP2Response(status: status, body: body.bytes, isComplete: false)), provider)
        }
        for status in [400, 403, 404, 410, 413] {
            #expect(answer(status) == ProviderVerdict(.retry(.notProcessed), status: status))
            #expect(answer(status, #"{"error":{"sta"#) == ProviderVerdict(.retry(.notProcessed), status: status))
        }
        // What the status alone says needs no body.
        #expect(answer(429).outcome == .retry(.rateLimited(after: nil)))
        #expect(answer(503).outcome == .retry(.unavailable(provider, after: nil)))
        guard case .accepted = answer(provider == .webPush ? 201 : 200).outcome else {
            Issue.record("a success is one without its body too")
            return
        }
    }

    @Test func onlyRefusedCredentialsPauseSending() {
        #expect(AppAlert.allCases.filter(\.pausesSending) == [.credentialRefused])
    }
}
