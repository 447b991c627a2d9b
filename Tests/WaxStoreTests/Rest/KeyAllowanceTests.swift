// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxStore

@Suite struct KeyAllowanceTests {
    @Test func itAsksOnceBeforeItRunsOut() {
        var allowance = KeyAllowance(block: 4)
        #expect(allowance.take() == .askAndWait)
        #expect(allowance.take() == .wait)
        allowance.received(4)
        #expect((0..<4).map { _ in allowance.take() } == [.go, .go, .goAndAsk, .go])
        #expect(allowance.take() == .wait)
        allowance.received(4)
        #expect(allowance.remaining == 4)
    }

    @Test func aFailureIsToldAndTheQuestionPutAgain() throws {
        var allowance = KeyAllowance(block: 4)
        _ = allowance.take()
        #expect(allowance.takeAfterWait() == nil)
        allowance.failed(RestError(.counter, "no disk"))
        #expect(throws: RestError(.counter, "no disk")) { try allowance.takeAfterWait()?.get() }
        #expect(allowance.take() == .askAndWait)
        allowance.received(1)
        try allowance.takeAfterWait()?.get()
        #expect(allowance.remaining == 0)
    }

    @Test func anExhaustedKeyIsNotAskedForAgain() {
        var allowance = KeyAllowance(block: 4)
        _ = allowance.take()
        allowance.failed(RestError(.exhausted, "full"))
        #expect(allowance.take() == .wait)
        #expect(throws: RestError(.exhausted, "full")) { try allowance.takeAfterWait()?.get() }
    }

    @Test func whatIsLeftIsGivenBackOnce() {
        var allowance = KeyAllowance(block: 4)
        allowance.received(3)
        #expect(allowance.surrender() == 3)
        #expect(allowance.surrender() == 0)
    }
}
