// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders
import WaxSystem

@Suite struct TestProviderTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)
    private let registered = Timestamp(milliseconds: 1_799_999_999_000)

    private enum End: Equatable {
        case sent(attempts: Int, id: String?)
        case failed(DeliveryError, attempts: Int, isDeactivated: Bool)
    }

    /// Sends as the delivery engine does, with nothing but the pure parts.
    private func deliver(_ token: MagicToken, _ platform: Platform) -> End {
        var history = RetryHistory()
        while true {
            history.attempts += 1
            let outcome = TestProvider.outcome(
                of: token, platform: platform, attempt: history.attempts, messageID: "m-1", now: now)
            let verdict = ProviderVerdict(of: outcome, from: platform.provider, sentAt: now, now: now)
            switch verdict.outcome {
            case .accepted(let id): return .sent(attempts: history.attempts, id: id)
            case .failed(let code, let device, _):
                return .failed(
                    code, attempts: history.attempts, isDeactivated: device.deactivates(lastRegistered: registered))
            case .retry(let rule):
                let decision = RetryPolicy.test.next(
                    after: rule, history: &history, elapsed: .zero, timeToLive: .seconds(60), chance: 0.5)
                if case .giveUp(let code, _) = decision {
                    return .failed(code, attempts: history.attempts, isDeactivated: false)
                }
            }
        }
    }

    @Test(arguments: Platform.allCases) func everyOutcome(platform: Platform) {
        let id =
            switch platform {
            case .ios: "m-1"
            case .android: "projects/test/messages/m-1"
            case .web: "/m/m-1"
            }
        let expected: [MagicToken: End] = [
            .accept: .sent(attempts: 1, id: id),
            .unregistered: .failed(.tokenUnregistered, attempts: 1, isDeactivated: true),
            .badToken: .failed(.tokenInvalid, attempts: 1, isDeactivated: true),
            .wrongApp: .failed(.tokenNotForApp, attempts: 1, isDeactivated: true),
            .tooLarge: .failed(.payloadTooLarge, attempts: 1, isDeactivated: false),
            .authError: .failed(.providerAuthFailed, attempts: 1, isDeactivated: false),
            .rateLimited: .sent(attempts: 2, id: id),
            .flaky: .sent(attempts: 2, id: id),
            .providerError: .failed(.providerUnavailable, attempts: RetryPolicy.testAttempts, isDeactivated: false),
            .timeout: .failed(.providerTimeout, attempts: 2, isDeactivated: false),
            .slow: .sent(attempts: 1, id: id),
            .rejected: .failed(.providerRejected, attempts: 1, isDeactivated: false),
        ]
        #expect(expected.count == MagicToken.allCases.count)
        for token in MagicToken.allCases { #expect(deliver(token, platform) == expected[token], "\(token)") }
    }

    @Test func onlyOneIsSlow() {
        #expect(TestProvider.delay(of: .slow) == .seconds(10))
        #expect(MagicToken.allCases.filter { TestProvider.delay(of: $0) > .zero } == [.slow])
    }
}
