// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxRecords
import WaxSystem
import WaxWebhooks

@testable import WaxPersonal

@Suite struct CallbackRulesTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    @Test func attemptsEndAfterAboutAnHour() {
        var time = now
        var attempts = 0
        while true {
            attempts += 1
            let verdict = AttemptVerdict.failed(.status(500), status: 500, retryAfter: nil)
            guard case .retry(let next) = CallbackRules.judge(verdict, attempts: attempts, now: time, chance: 0.5)
            else {
                break
            }
            time = next
        }
        #expect(attempts == 8)
        #expect((50 * 60_000...65 * 60_000).contains(time.milliseconds - now.milliseconds))
    }

    @Test func successAndGoneEndThem() {
        func judge(_ verdict: AttemptVerdict) -> CallbackRules.Next {
            CallbackRules.judge(verdict, attempts: 1, now: now, chance: 0.5)
        }
        #expect(judge(.delivered(status: 204)) == .ended(.delivered))
        #expect(judge(.gone) == .ended(.failed))
        #expect(judge(.failed(.forbiddenAddress, status: nil, retryAfter: nil)) == .ended(.failed))
        #expect(judge(.failed(.invalidURL, status: nil, retryAfter: nil)) == .ended(.failed))
        #expect(judge(.failed(.timeout, status: nil, retryAfter: nil)) == .retry(at: now + .seconds(5)))
        #expect(judge(.failed(.hostNotFound, status: nil, retryAfter: nil)) == .retry(at: now + .seconds(5)))
        #expect(judge(.failed(.status(404), status: 404, retryAfter: nil)) == .retry(at: now + .seconds(5)))
    }

    @Test func aReceiverMayAskForTimeButNotForDays() {
        let asked = AttemptVerdict.failed(.status(503), status: 503, retryAfter: .seconds(90))
        #expect(CallbackRules.judge(asked, attempts: 1, now: now, chance: 0.5) == .retry(at: now + .seconds(90)))
        let days = AttemptVerdict.failed(.status(503), status: 503, retryAfter: .seconds(500_000))
        #expect(CallbackRules.judge(days, attempts: 1, now: now, chance: 0.5) == .retry(at: now + .seconds(3600)))
    }
}
