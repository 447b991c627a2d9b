// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders

@Suite struct TokenBreakerTests {
    private let start = Duration.seconds(5000)

    @Test func fewRefusalsAreDeadTokens() {
        var breaker = TokenBreaker()
        for _ in 0..<TokenBreaker.allowance { #expect(breaker.refuse(now: start) == .deactivate) }
        #expect(breaker.refuse(now: start) == .keep(isNew: true))
        #expect(breaker.refuse(now: start) == .keep(isNew: false))
    }

    @Test func aMinorityIsDeadTokens() {
        var breaker = TokenBreaker()
        for _ in 0..<500 {
            breaker.accept(now: start)
            #expect(breaker.refuse(now: start) == .deactivate)
        }
        #expect(breaker.refuse(now: start) == .keep(isNew: true))
        breaker.accept(now: start)
        breaker.accept(now: start)
        #expect(breaker.refuse(now: start) == .deactivate)
    }

    @Test func answersAreForgottenByHalves() {
        var breaker = TokenBreaker()
        for _ in 0..<30 { _ = breaker.refuse(now: start) }
        #expect(breaker.refuse(now: start + .seconds(299)) == .keep(isNew: false))
        #expect(breaker.refuse(now: start + .seconds(300)) == .keep(isNew: false))
        #expect(breaker.refuse(now: start + .seconds(600)) == .deactivate)
    }

    @Test func alertIsRaisedAgainAfterAQuietTime() {
        var breaker = TokenBreaker()
        for _ in 0..<30 { _ = breaker.refuse(now: start) }
        let later = start + TokenBreaker.window
        for _ in 0..<TokenBreaker.allowance { #expect(breaker.refuse(now: later) == .deactivate) }
        #expect(breaker.refuse(now: later) == .keep(isNew: true))
    }
}
