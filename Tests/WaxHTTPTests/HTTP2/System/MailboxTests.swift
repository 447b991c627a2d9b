// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxHTTP

@Suite struct MailboxTests {
    @Test func signalsOnlyAThreadThatWaits() throws {
        let mailbox = try Mailbox<Int>()
        let poller = try Poller()
        try poller.watch(mailbox.descriptor, token: 9, forWriting: false)
        #expect(mailbox.put(1))
        #expect(tokens(poller) == [])
        #expect(!mailbox.beginWait())
        #expect(mailbox.take() == [1])
        #expect(mailbox.beginWait())
        #expect(mailbox.put(2) && mailbox.put(3))
        #expect(tokens(poller) == [9])
        mailbox.clearSignal()
        #expect(mailbox.take() == [2, 3])
        mailbox.wake()
        #expect(tokens(poller) == [9])
    }

    @Test func takesNothingAfterTheEnd() throws {
        let mailbox = try Mailbox<Int>()
        mailbox.put(1)
        #expect(!mailbox.finish())
        #expect(mailbox.take() == [1])
        #expect(mailbox.finish())
        #expect(!mailbox.put(2))
        #expect(mailbox.take().isEmpty)
    }

    private func tokens(_ poller: borrowing Poller) -> [UInt64] {
        var tokens: [UInt64] = []
        poller.wait(for: .zero) { tokens.append($0.token) }
        return tokens
    }
}
