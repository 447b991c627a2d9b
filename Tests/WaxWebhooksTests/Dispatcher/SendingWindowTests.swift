// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxWebhooks

@Suite struct SendingWindowTests {
    @Test func failuresHalveItAndSuccessesLetItGrow() {
        var window = SendingWindow(largest: 8, isFailing: false)
        #expect(window.size == 8)
        var sizes: [Int] = []
        for _ in 0..<5 {
            window.failed()
            sizes.append(window.size)
        }
        #expect(sizes == [4, 2, 1, 1, 1])
        #expect(window.isFailing)
        for _ in 0..<9 { window.succeeded() }
        #expect(window.size == 8)
        #expect(!window.isFailing)
    }

    @Test func anEndpointThatFailedLastIsTriedWithOneRequest() {
        let window = SendingWindow(largest: 8, isFailing: true)
        #expect(window.size == 1)
        #expect(window.isFailing)
    }
}
