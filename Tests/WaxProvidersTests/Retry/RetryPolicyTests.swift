// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders
import WaxSystem

@Suite struct RetryPolicyTests {
    private static let month = Duration.seconds(2_419_200)

    /// The waits until a delivery that always gets the same answer is given up, and how it ends.
    private func run(
        _ rule: RetryRule, policy: RetryPolicy = .live, timeToLive: Duration = month, chance: Double = 0
    ) -> (waits: [Duration], code: DeliveryError?, alert: AppAlert?) {
        var history = RetryHistory()
        var elapsed = Duration.zero
        var waits: [Duration] = []
        while waits.count < 100 {
            history.attempts += 1
            let left = max(timeToLive - elapsed, .zero)
            switch policy.next(
                after: rule, history: &history, elapsed: elapsed, timeToLive: left, chance: chance)
            {
            case .again(let wait, let remedy):
                #expect(remedy == rule.remedy)
                waits.append(wait)
                elapsed += wait
            case .giveUp(let code, let alert): return (waits, code, alert)
            }
        }
        return (waits, nil, nil)
    }

    private func seconds(_ waits: [Duration]) -> [Double] { waits.map { $0 / .seconds(1) } }

    @Test func appleOutOfOrder() {
        let run = run(.unavailable(.apns, after: nil))
        #expect(seconds(run.waits) == [900, 1800, 3600])
        #expect(run.code == .providerUnavailable)
    }

    @Test func googleOutOfOrder() {
        let run = run(.unavailable(.fcm, after: nil))
        #expect(seconds(run.waits) == [10, 20, 40, 80, 160, 320, 640, 960, 960])
        #expect(run.code == .providerUnavailable)
        // A hint is not undercut, and not taken for less than ten seconds.
        #expect(seconds(self.run(.unavailable(.fcm, after: .seconds(25))).waits.prefix(3).map { $0 }) == [25, 25, 40])
        #expect(self.run(.unavailable(.fcm, after: .zero)).waits.first == .seconds(10))
        #expect(self.run(.unavailable(.fcm, after: .seconds(4000))).waits.isEmpty)
    }

    @Test func rateLimited() {
        let run = run(.rateLimited(after: nil))
        #expect(seconds(run.waits) == [60, 120, 240, 480, 960, 960])
        #expect(run.code == .providerRateLimited)
        #expect(self.run(.rateLimited(after: .seconds(15))).waits.first == .seconds(15))
    }

    @Test func newTokenOnlyOnceAndAtOnce() {
        let run = run(.newToken(alert: .clockWrong))
        #expect(run.waits == [.zero])
        #expect(run.code == .providerAuthFailed)
        #expect(run.alert == .clockWrong)
    }

    @Test func unknownOutcomeOnlyOnce() {
        let run = run(.unknownOutcome)
        #expect(run.waits == [.seconds(1)])
        #expect(run.code == .providerTimeout)
        var crashed = RetryHistory(attempts: 2, spent: .unknownOutcome)
        #expect(
            RetryPolicy.live.next(
                after: .unknownOutcome, history: &crashed, elapsed: .zero, timeToLive: Self.month, chance: 0)
                == .giveUp(code: .providerTimeout, alert: nil))
    }

    @Test func whatIsOnceIsOnceAmongOthersToo() {
        var history = RetryHistory(attempts: 1)
        func next(_ rule: RetryRule) -> RetryDecision {
            defer { history.attempts += 1 }
            return RetryPolicy.live.next(
                after: rule, history: &history, elapsed: .zero, timeToLive: Self.month, chance: 0)
        }
        #expect(next(.notProcessed) == .again(after: .milliseconds(500), remedy: .nothing))
        #expect(next(.unknownOutcome) == .again(after: .seconds(1), remedy: .nothing))
        #expect(next(.newToken(alert: .clockWrong)) == .again(after: .zero, remedy: .newToken))
        #expect(next(.unavailable(.fcm, after: nil)) == .again(after: .seconds(80), remedy: .nothing))
        #expect(next(.unknownOutcome) == .giveUp(code: .providerTimeout, alert: nil))
        #expect(next(.newToken(alert: .clockWrong)) == .giveUp(code: .providerAuthFailed, alert: .clockWrong))
    }

    @Test func connections() {
        let run = run(.newConnection(code: .providerAuthFailed, alert: .credentialRefused))
        #expect(seconds(run.waits.prefix(4).map { $0 }) == [0.5, 1, 2, 4])
        #expect(run.waits.allSatisfy { $0 <= .seconds(120) })
        #expect(run.waits.reduce(.zero, +) <= .seconds(3600))
        #expect(run.code == .providerAuthFailed)
        #expect(run.alert == .credentialRefused)
        #expect(self.run(.notProcessed).code == .providerUnavailable)
    }

    @Test(arguments: [0, 0.25, 0.999_999]) func jitterOnlyAdds(chance: Double) throws {
        let wait = try #require(run(.rateLimited(after: .seconds(20)), chance: chance).waits.first)
        #expect(wait >= .seconds(20))
        #expect(wait < .seconds(30))
        #expect(chance == 0 || wait > .seconds(20))
    }

    @Test func aWaitBeyondTheTimeToLiveExpires() {
        let long = run(.unavailable(.apns, after: nil), timeToLive: .seconds(3000))
        #expect(seconds(long.waits) == [900, 1800])
        #expect(long.code == .expired)
        #expect(run(.unavailable(.fcm, after: nil), timeToLive: .seconds(10)).code == .expired)
        #expect(run(.unavailable(.fcm, after: nil), timeToLive: .zero).waits.isEmpty)
    }

    @Test func aPushForNowSurvivesAConnectionAndAToken() {
        #expect(seconds(run(.notProcessed, timeToLive: .zero).waits) == [0.5, 1])
        #expect(run(.newToken(alert: .clockWrong), timeToLive: .zero).waits == [.zero])
        #expect(run(.unknownOutcome, timeToLive: .zero).waits == [.seconds(1)])
    }

    @Test(
        arguments: [
            RetryRule.unavailable(.apns, after: .seconds(900)), .unavailable(.fcm, after: nil),
            .rateLimited(after: nil),
            .notProcessed, .newConnection(code: .providerUnavailable),
        ])
    func testModeIsShort(rule: RetryRule) {
        let run = run(rule, policy: .test, timeToLive: .zero, chance: 0.999)
        #expect(run.waits.count == RetryPolicy.testAttempts - 1)
        #expect(run.waits.allSatisfy { $0 > .zero && $0 < .seconds(1) })
        #expect(run.code == rule.code)
    }

    @Test func testModeKeepsOnce() {
        #expect(run(.unknownOutcome, policy: .test).waits.count == 1)
        #expect(run(.newToken(alert: .clockWrong), policy: .test).waits == [.zero])
    }

    @Test func chanceIsFromZeroUpToOne() {
        struct Fixed: RandomSource {
            let byte: UInt8
            func bytes(_ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }
        }
        #expect(Fixed(byte: 0).chance() == 0)
        #expect(Fixed(byte: 255).chance() < 1)
        #expect(Fixed(byte: 255).chance() > 0.999)
        #expect(abs(Fixed(byte: 128).chance() - 0.5) < 0.01)
    }
}
