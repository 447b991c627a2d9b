// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxHTTP

@Suite struct HTTP2BackoffTests {
    @Test func doublesUpToTheMaximumAndStartsAgain() {
        var backoff = HTTP2Backoff(first: .seconds(1), maximum: .seconds(30), seed: 7)
        for whole in [1, 2, 4, 8, 16, 30, 30, 30] {
            let delay = backoff.nextDelay()
            #expect(delay >= .seconds(whole) / 2 && delay <= .seconds(whole))
        }
        for _ in 0..<100 { #expect(backoff.nextDelay() <= .seconds(30)) }
        backoff.reset()
        #expect(backoff.nextDelay() <= .seconds(1))
    }

    @Test func seedsSpreadClients() {
        let delays = Set(
            (UInt64(0)..<100).map { seed in
                var backoff = HTTP2Backoff(first: .seconds(1), maximum: .seconds(30), seed: seed)
                return backoff.nextDelay()
            })
        #expect(delays.count == 100)
    }
}
