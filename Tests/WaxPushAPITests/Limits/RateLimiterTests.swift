// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxPushAPI

@Suite struct RateLimiterTests {
    private static let limits = RateLimits([
        .sends: RateLimit(perSecond: 50, burst: 200), .reads: RateLimit(perSecond: 1, burst: 3),
    ])

    /// Takes until it is refused; how many were allowed.
    private func drain(_ limiter: inout RateLimiter, _ caller: Caller.Identity, now: Duration) -> Int {
        var allowed = 0
        while allowed < 10_000, limiter.take(caller, .sends, now: now)?.isAllowed == true { allowed += 1 }
        return allowed
    }

    @Test func aBurstThenTheRate() {
        var limiter = RateLimiter(Self.limits)
        let start = Duration.seconds(1000)
        #expect(drain(&limiter, .apiKey(1), now: start) == 200)
        #expect(drain(&limiter, .apiKey(1), now: start + .milliseconds(19)) == 0)
        #expect(drain(&limiter, .apiKey(1), now: start + .milliseconds(20)) == 1)
        #expect(drain(&limiter, .apiKey(1), now: start + .milliseconds(1020)) == 50)
        #expect(drain(&limiter, .apiKey(1), now: start + .seconds(60)) == 200)
    }

    @Test func refusalsCostNothing() {
        var limiter = RateLimiter(Self.limits)
        #expect(drain(&limiter, .apiKey(1), now: .zero) == 200)
        for _ in 0..<1000 { _ = limiter.take(.apiKey(1), .sends, now: .zero) }
        #expect(limiter.take(.apiKey(1), .sends, now: .milliseconds(20))?.isAllowed == true)
    }

    @Test func callersAndClassesAreApart() {
        var limiter = RateLimiter(Self.limits)
        #expect(drain(&limiter, .apiKey(1), now: .zero) == 200)
        #expect(drain(&limiter, .apiKey(2), now: .zero) == 200)
        #expect(drain(&limiter, .oauthClient(1), now: .zero) == 200)
        #expect(limiter.take(.apiKey(1), .reads, now: .zero)?.isAllowed == true)
    }

    @Test func aClassWithoutALimitIsNotCounted() {
        var limiter = RateLimiter(Self.limits)
        #expect(limiter.take(.apiKey(1), .registrations, now: .zero) == nil)
        #expect(limiter.count == 0)
    }

    @Test func whatTheCallerIsTold() throws {
        var limiter = RateLimiter(Self.limits)
        func told(_ now: Duration) throws -> [Int] {
            let taken = limiter.take(.apiKey(1), .reads, now: now)
            let decision = try #require(taken)
            #expect(decision.isAllowed == (decision.retryAfter == 0))
            return [decision.limit, decision.remaining, decision.reset, decision.retryAfter]
        }
        #expect(try told(.zero) == [3, 2, 1, 0])
        #expect(try told(.zero) == [3, 1, 2, 0])
        #expect(try told(.milliseconds(500)) == [3, 0, 3, 0])
        #expect(try told(.milliseconds(600)) == [3, 0, 3, 1])
        #expect(try told(.milliseconds(1000)) == [3, 0, 3, 0])
    }

    @Test func memoryFollowsThoseWhoCall() {
        var limiter = RateLimiter(Self.limits)
        for second in 0..<100 {
            for caller in 0..<1000 {
                _ = limiter.take(.apiKey(Int64(second * 1000 + caller)), .sends, now: .seconds(second))
            }
            #expect(limiter.count <= 2048)
        }
        // Somebody who is over the limit is not forgotten while others come and go.
        let start = Duration.seconds(1000)
        #expect(drain(&limiter, .apiKey(-1), now: start) == 200)
        for caller in 0..<5000 { _ = limiter.take(.apiKey(Int64(caller)), .sends, now: start) }
        #expect(limiter.take(.apiKey(-1), .sends, now: start)?.isAllowed == false)
    }
}
