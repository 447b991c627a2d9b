// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxSystem

@testable import HonkioPush

@Suite struct SealedRevocationTests {
    private let test: TestBook

    init() throws { test = try TestBook() }

    /// What revokes a token is offered until the relay has confirmed it, though the contact is forgotten at once.
    @Test func nothingIsLostBeforeItIsConfirmed() throws {
        let token = try test.token("alice")
        #expect(try test.book.revocations(hour: 1000).isEmpty)
        try test.book.forget("alice")
        #expect(try test.book.contacts.isEmpty)
        let due = try test.book.revocations(hour: 1000)
        #expect(due.map(\.token) == [token])
        #expect(SealedPushToken.revocationTag(of: due[0].secret) == (try test.open(token).revocationTag))
        // Again, by a book that begins anew, and for the contact's next life.
        let next = try test.token("alice")
        #expect(try SealedPushBook(store: test.store).revocations(hour: 1001) == due)
        #expect(try test.open(next).reference != test.open(token).reference)
        try test.book.confirm(due)
        #expect(try test.book.revocations(hour: 1000).isEmpty && test.token("alice") == next)
        try test.book.forget("alice")
        #expect(try test.book.revocations(hour: 1000).map(\.token) == [next])
    }

    /// After a renewal the contact may go on with what it has: that is revoked too, and is told from others'.
    @Test func earlierTokensAreRevokedToo() throws {
        var tokens = [try test.token("alice")]
        let other = try test.token("bob")
        for (hour, key) in [(UInt32(1100), 1), (1200, 0)] {
            tokens.append(try test.token("alice", key: key, hour: hour))
        }
        #expect(Set(tokens.map(\.text)).count == 3)
        let message = try #require(SimpleWakeMessage(payload: "x", token: tokens[0]))
        let text = Base64URL.encode(try message.sealed(with: SymmetricKey(data: test.open(tokens[0]).wakeKey)))
        #expect(try test.book.openSimple(text).contact == "alice")
        // What has long ended by the relay's word is dropped with the next renewal.
        tokens.append(try test.token("alice", key: 1, hour: 2248, listIssued: 2080 + 168))
        try test.book.forget("alice")
        let due = try test.book.revocations(hour: 2248)
        #expect(Set(due.map(\.token.text)) == Set(tokens[1...].map(\.text)))
        for revocation in due {
            let content = try test.open(revocation.token, key: revocation.token == tokens[2] ? 0 : 1)
            #expect(content.revocationTag == SealedPushToken.revocationTag(of: revocation.secret))
        }
        #expect(store(["sealed-earlier-"]) == 0 && store(["sealed-revoked-"]) == 3)
        #expect(try test.token("bob") == other)
    }

    /// As many as a relay takes in a call, the rest after that; what has ended is offered no more and leaves nothing behind.
    @Test func inCalls() throws {
        for index in 0..<40 { _ = try test.token("\(index)") }
        for index in 0..<40 { try test.book.forget("\(index)") }
        let first = try test.book.revocations(hour: 1000)
        #expect(first.count == 32)
        try test.book.confirm(first)
        let rest = try test.book.revocations(hour: 1000)
        #expect(rest.count == 8 && Set(first.map(\.token)).isDisjoint(with: rest.map(\.token)))
        // This clock may be ahead, by any time; the relay's is so by a few days at most.
        #expect(try test.book.revocations(hour: 9_000_000).count == 8)
        _ = try test.token("new", hour: 2247, listIssued: 2247)
        #expect(try test.book.revocations(hour: 1000) == rest)
        _ = try test.token("newer", hour: 2248, listIssued: 2248)
        #expect(try test.book.revocations(hour: 1000).isEmpty && store(["sealed-revoked-"]) == 0)
    }

    /// A clock that runs ahead costs nothing that revokes a token, not by a renewal either; what has ended comes last.
    @Test func aClockThatRunsAheadLosesNothing() throws {
        var tokens = [try test.token("alice"), try test.token("alice", key: 1, hour: 1100)]
        tokens.append(try test.token("alice", hour: 5000))
        try test.book.forget("alice")
        let due = try test.book.revocations(hour: 5000)
        #expect(due.first?.token == tokens[2] && Set(due.map(\.token)) == Set(tokens))
        #expect(Set(try test.book.revocations(hour: 1000)) == Set(due))
        try test.book.confirm(due)
        #expect(store(["sealed-earlier-", "sealed-revoked-"]) == 0)
    }

    /// A store that fails in the middle of it loses no secret.
    @Test func aFailureLosesNothing() throws {
        let token = try test.token("alice")
        let name = "sealed-revoked-" + Base64URL.encode(Array(try test.open(token).revocationTag.prefix(9)))
        test.store.state.withLock { $0.failing = [name] }
        #expect(throws: SealedPushError.storage) { try test.book.forget("alice") }
        test.store.state.withLock { $0.failing = [] }
        #expect(try test.token("alice") == token)
        try test.book.forget("alice")
        #expect(try test.book.revocations(hour: 1000).map(\.token) == [token])
    }

    /// All at once: each that is asked for by name is new at once, and begins after all that are dead.
    @Test func afterAllAreRevoked() throws {
        let old = try test.token("alice")
        let enrolment = try test.book.enrolmentToken(to: test.list(), hour: 1000)
        #expect(try test.open(enrolment).issued == test.open(old).issued)
        try test.book.noteAllRevoked(hour: 1001)
        let new = try test.token("alice")
        #expect(try new != old && test.open(new).issued == 1001)
        // What was sealed since is among the dead of the next time, whatever the hour.
        let next = try test.book.enrolmentToken(to: test.list(), hour: 1000)
        #expect(try test.open(next).issued == 1001)
        // And what a clock sealed that was ahead then and is behind now.
        _ = try test.token("bob", hour: 1005)
        #expect(try test.open(test.book.enrolmentToken(to: test.list(), hour: 1001)).issued == 1005)
        #expect(try test.open(test.book.enrolmentToken(to: test.list(), hour: 1000)).issued == 1001)
    }

    private func store(_ prefixes: [String]) -> Int {
        test.store.state.withLock { state in
            state.records.keys.filter { name in prefixes.contains { name.hasPrefix($0) } }.count
        }
    }
}
