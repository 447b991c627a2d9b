// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// What follows an answer, without an engine.
@Suite struct AttemptRulesTests {
    private let start = Timestamp(milliseconds: 1_000_000)

    private func text(_ end: AttemptEnd) -> String {
        switch end {
        case .again(let wait): "again after \(wait.milliseconds)"
        case .record(let result):
            [
                result.state.label, result.errorCode,
                result.retryAt.map { "at \($0.milliseconds - start.milliseconds)" },
            ].compactMap { $0 }.joined(separator: " ")
        }
    }

    private func end(
        _ outcome: HTTP2Outcome, _ provider: Provider = .apns, after elapsed: Duration = .zero,
        history: RetryHistory = RetryHistory(attempts: 1), timeToLive: Duration = .seconds(86_400 * 28),
        policy: RetryPolicy = .live
    ) -> (text: String, attempt: Attempt, remedy: RetryRule.Remedy, alert: AppAlert?) {
        var attempt = Attempt.sample(at: start, history: history)
        let now = start + elapsed
        let ended = AttemptRules(policy: policy, patience: .seconds(2)).end(
            of: &attempt, verdict: ProviderVerdict(of: outcome, from: provider, sentAt: start, now: now), now: now,
            timeToLive: timeToLive, chance: 0)
        return (text(ended.end), attempt, ended.remedy, ended.alert)
    }

    @Test func whatMayHaveArrivedDoesNotExpire() {
        let unknown = RetryHistory(attempts: 2, spent: .unknownOutcome)
        let busy = HTTP2Outcome.apns(503, "ServiceUnavailable")
        #expect(end(busy, timeToLive: .seconds(60)).text == "expired EXPIRED")
        #expect(end(busy, history: unknown, timeToLive: .seconds(60)).text == "failed PROVIDER_TIMEOUT")
    }

    @Test func acceptedIsSent() {
        #expect(end(.accepted).text == "sent")
        #expect(end(.accepted, .fcm).text == "sent")
    }

    @Test(arguments: [
        (HTTP2Outcome.apns(400, "BadDeviceToken"), Provider.apns, "failed TOKEN_INVALID"),
        (.apns(410, "Unregistered", timestamp: 1), .apns, "failed TOKEN_UNREGISTERED"),
        (.apns(413, "PayloadTooLarge"), .apns, "failed PUSH_PAYLOAD_TOO_LARGE"),
        (.apns(403, "InvalidProviderToken"), .apns, "failed PROVIDER_AUTH_FAILED"),
        (.apns(400, "TopicDisallowed"), .apns, "failed PROVIDER_CONFIG_INVALID"),
        (.apns(400, "NeverHeardOf"), .apns, "failed PROVIDER_REJECTED"),
        (.fcm(404, "UNREGISTERED"), .fcm, "failed TOKEN_UNREGISTERED"),
        (.fcm(403, "SENDER_ID_MISMATCH"), .fcm, "failed TOKEN_NOT_FOR_APP"),
        (.notProcessed(.invalidRequest), .apns, "failed PROVIDER_REJECTED"),
    ])
    func finalAnswers(outcome: HTTP2Outcome, provider: Provider, expected: String) {
        #expect(end(outcome, provider).text == expected)
    }

    /// Short waits are spent in memory; longer ones, and an unknown outcome, in the store.
    @Test(arguments: [
        (HTTP2Outcome.notProcessed(.refused), Provider.apns, "again after 500"),
        (.notProcessed(.connectFailed("x")), .fcm, "again after 500"),
        (.apns(403, "ExpiredProviderToken"), .apns, "again after 0"),
        (.apns(503, "Shutdown"), .apns, "again after 500"),
        (.apns(503, "ServiceUnavailable"), .apns, "queued at 900000"),
        (.apns(429, "TooManyRequests"), .apns, "queued at 60000"),
        (.fcm(503, "UNAVAILABLE"), .fcm, "queued at 10000"),
        (.fcm(503, "UNAVAILABLE", retryAfter: 77), .fcm, "queued at 77000"),
        (.fcm(429, "QUOTA_EXCEEDED"), .fcm, "queued at 60000"),
        (.unknown(.timedOut), .apns, "queued at 1000"), (.unknown(.connectionLost("x")), .fcm, "queued at 1000"),
    ])
    func waits(outcome: HTTP2Outcome, provider: Provider, expected: String) {
        #expect(end(outcome, provider).text == expected)
    }

    @Test func anUnknownOutcomeIsTriedOnce() {
        let first = end(.unknown(.timedOut))
        #expect(first.attempt.history.spent == .unknownOutcome)
        let second = end(.unknown(.timedOut), history: RetryHistory(attempts: 2, spent: .unknownOutcome))
        #expect(second.text == "failed PROVIDER_TIMEOUT")
        // Another kind of trouble does not give it back.
        let between = end(.notProcessed(.refused), history: RetryHistory(attempts: 2, spent: .unknownOutcome))
        #expect(between.text == "again after 1000" && between.attempt.history.spent == .unknownOutcome)
    }

    @Test func anExpiredTokenIsRenewedOnce() {
        let first = end(.apns(403, "ExpiredProviderToken"))
        #expect(first.remedy == .newToken && first.alert == nil)
        let second = end(.apns(403, "ExpiredProviderToken"), history: RetryHistory(attempts: 2, spent: .renewedToken))
        #expect(second.text == "failed PROVIDER_AUTH_FAILED" && second.alert == .clockWrong)
    }

    @Test func aConnectionIsReplaced() {
        #expect(end(.apns(503, "Shutdown")).remedy == .newConnection)
        #expect(end(.apns(503, "ServiceUnavailable")).remedy == .nothing)
    }

    @Test func theWindowEnds() {
        #expect(end(.notProcessed(.refused), after: .seconds(3600)).text == "failed PROVIDER_UNAVAILABLE")
        #expect(end(.apns(429, "TooManyRequests"), after: .seconds(3600)).text == "failed PROVIDER_RATE_LIMITED")
        #expect(end(.apns(503, "ServiceUnavailable"), after: .seconds(7200)).text == "failed PROVIDER_UNAVAILABLE")
    }

    @Test func aWaitBeyondTheTimeToLiveExpires() {
        #expect(end(.apns(503, "ServiceUnavailable"), timeToLive: .seconds(900)).text == "expired EXPIRED")
        #expect(end(.apns(503, "ServiceUnavailable"), timeToLive: .seconds(901)).text == "queued at 900000")
        // A time to live of zero has its grace.
        #expect(end(.notProcessed(.refused), timeToLive: .zero).text == "again after 500")
    }

    @Test func testModeWaitsLessThanASecond() {
        #expect(end(.apns(503, "ServiceUnavailable"), policy: .test).text == "again after 100")
        #expect(end(.unknown(.timedOut), policy: .test).text == "queued at 100")
        let last = end(.apns(503, "ServiceUnavailable"), history: RetryHistory(attempts: 4), policy: .test)
        #expect(last.text == "failed PROVIDER_UNAVAILABLE")
    }

    @Test func theAnswerStandsInTheResult() throws {
        var attempt = Attempt.sample(at: start)
        let verdict = ProviderVerdict(of: .apns(400, "BadTopic"), from: .apns, sentAt: start, now: start)
        let ended = AttemptRules(policy: .live, patience: .seconds(2)).end(
            of: &attempt, verdict: verdict, now: start, timeToLive: .seconds(9), chance: 0)
        guard case .record(let result) = ended.end else {
            Issue.record("it is not final")
            return
        }
        #expect(result.n == 7 && result.providerStatus == 400 && result.providerReason == "BadTopic")
        #expect(result.history == RetryHistory(attempts: 1) && ended.alert == .configurationInvalid)
    }
}
