// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxProviders

@Suite struct FCMTokenStateTests {
    private let hour = FCMTokenRequest.Grant(accessToken: "a", lifetime: .seconds(3600))
    private let unavailable = ProviderError.tokenUnavailable(status: 503, retryAfter: nil)

    /// A state with a token from the time 1000.
    private func withToken(_ grant: FCMTokenRequest.Grant? = nil) -> FCMTokenState {
        var state = FCMTokenState()
        #expect(state.step(now: .seconds(1000)) == .fetch)
        #expect(state.succeed(grant ?? hour, askedAt: .seconds(1000)) == "Bearer a")
        return state
    }

    @Test func oneAsksAndTheOthersWait() {
        var state = FCMTokenState()
        #expect(state.held(now: .zero) == nil)
        #expect(state.step(now: .zero) == .fetch)
        #expect(state.step(now: .zero) == .join)
        #expect(state.step(now: .seconds(500)) == .join)
        #expect(state.succeed(hour, askedAt: .zero) == "Bearer a")
        #expect(state.step(now: .seconds(1)) == .use("Bearer a"))
        #expect(state.held(now: .seconds(1)) == "Bearer a")
    }

    @Test func tokenIsRenewedFiveMinutesEarlyWhileTheOldOneServes() {
        var state = withToken()
        #expect(state.step(now: .seconds(4299)) == .use("Bearer a"))
        #expect(state.held(now: .seconds(4300)) == nil)
        #expect(state.step(now: .seconds(4300)) == .fetch)
        #expect(state.step(now: .seconds(4599)) == .use("Bearer a"))
        #expect(state.step(now: .seconds(4600)) == .join)
    }

    @Test func shortLifeIsRenewedAfterThreeQuarters() {
        var state = withToken(FCMTokenRequest.Grant(accessToken: "a", lifetime: .seconds(100)))
        #expect(state.step(now: .seconds(1074)) == .use("Bearer a"))
        #expect(state.step(now: .seconds(1075)) == .fetch)
    }

    @Test func failureHoldsOthersBackForLongerEachTime() {
        var state = FCMTokenState()
        var now = Duration.zero
        for wait in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(state.step(now: now) == .fetch)
            #expect(state.fail(unavailable, now: now) == .failure(unavailable))
            #expect(state.step(now: now + .seconds(wait) - .milliseconds(1)) == .fail(unavailable))
            now += .seconds(wait)
        }
        #expect(state.step(now: now) == .fetch)
        _ = state.succeed(hour, askedAt: now)
        #expect(state.step(now: now + .seconds(4000)) == .fetch)
        #expect(state.fail(unavailable, now: now + .seconds(4000)) == .failure(unavailable))
        #expect(state.step(now: now + .seconds(4001)) == .fetch)
    }

    @Test func refusalAndHintAreWaitedFor() {
        var state = FCMTokenState()
        let refused = ProviderError.tokenRefused(status: 400, reason: "invalid_grant", isClockWrong: false)
        #expect(state.step(now: .zero) == .fetch)
        #expect(state.fail(refused, now: .zero) == .failure(refused))
        #expect(state.step(now: .seconds(59)) == .fail(refused))
        #expect(state.step(now: .seconds(60)) == .fetch)
        let asked = ProviderError.tokenUnavailable(status: 429, retryAfter: .seconds(300))
        #expect(state.fail(asked, now: .seconds(60)) == .failure(asked))
        #expect(state.step(now: .seconds(359)) == .fail(asked))
    }

    @Test func failedRenewalLeavesTheOldToken() {
        var state = withToken()
        #expect(state.step(now: .seconds(4300)) == .fetch)
        #expect(state.fail(unavailable, now: .seconds(4300)) == .success("Bearer a"))
        #expect(state.step(now: .seconds(4300)) == .use("Bearer a"))
        #expect(state.held(now: .seconds(4300)) == "Bearer a")
        #expect(state.step(now: .seconds(4301)) == .fetch)
    }

    @Test func rejectedTokenIsReplacedOnceItIsAMinuteOld() {
        var state = withToken()
        #expect(state.step(now: .seconds(1059), rejected: "Bearer a") == .use("Bearer a"))
        #expect(state.step(now: .seconds(1060), rejected: "Bearer other") == .use("Bearer a"))
        #expect(state.step(now: .seconds(1060), rejected: "Bearer a") == .fetch)
        #expect(state.step(now: .seconds(1060), rejected: "Bearer a") == .join)
        #expect(state.fail(unavailable, now: .seconds(1061)) == .failure(unavailable))
    }

    @Test func isOverOnlyWhenNothingIsLost() {
        var state = withToken()
        #expect(!state.isOver(now: .seconds(4599)))
        #expect(state.isOver(now: .seconds(4600)))
        #expect(state.step(now: .seconds(4600)) == .fetch)
        #expect(!state.isOver(now: .seconds(9999)))
        _ = state.fail(unavailable, now: .seconds(9999))
        #expect(!state.isOver(now: .seconds(9999)))
        #expect(state.isOver(now: .seconds(10_000)))
    }
}
