// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxWebhooks

@Suite struct InboxTests {
    /// Only waiting uses the time up, however much comes.
    @Test func allThatIsAwaitedIsTaken() {
        let inbox = Inbox<Int>()
        var taken: [Int] = []
        inbox.put(0)
        inbox.take(while: { taken.count < 100 }, atMost: .seconds(600)) { number in
            taken.append(number)
            // One at a time.
            inbox.put(number + 1)
        }
        #expect(taken == Array(0..<100))
    }

    @Test func nothingIsTakenThatIsNotAwaited() {
        let inbox = Inbox<Int>()
        inbox.put(0)
        inbox.take(while: { false }, atMost: .seconds(600)) { _ in Issue.record("not awaited") }
        inbox.take(while: { true }, atMost: .zero) { _ in Issue.record("no time to wait") }
        #expect(inbox.take(atMost: .zero) == [0])
    }

    @Test func theWaitEnds() {
        Inbox<Int>().take(while: { true }, atMost: .milliseconds(1)) { _ in Issue.record("nothing came") }
    }
}
