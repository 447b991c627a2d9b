// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxSystem

@testable import HonkioPush

@Suite struct SealedPushBookTests {
    private static let relay = "push.example"
    private static let address = PushAddress.fcm(token: "abc:def")
    private let store = TestKeyStore()
    private let relayKeys = (0..<2).map { _ in P256.KeyAgreement.PrivateKey() }
    private let random: @Sendable (Int) -> [UInt8] = {
        let generator = Locked(SplitMix(seed: 7))
        return { count in
            generator.withLock { generator in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        }
    }()

    private func book(_ options: SealedPushOptions = SealedPushOptions()) -> SealedPushBook {
        SealedPushBook(store: store, options: options, random: random)
    }

    private func enrolledBook(_ options: SealedPushOptions = SealedPushOptions()) throws -> SealedPushBook {
        let book = book(options)
        try book.setAddress(Self.address, app: "chat", hour: 1000)
        try book.setTicket([UInt8](repeating: 9, count: 16), expires: 9000)
        return book
    }

    private func list(_ indices: [Int] = [0]) throws -> RelayKeyList {
        let entries = try indices.map { index in
            RelayKeyList.Entry(
                key: try #require(RelayPublicKey(relayKeys[index].publicKey, relay: Self.relay)), sealFrom: 0,
                sealUntil: 50_000, openUntil: 60_000)
        }
        return RelayKeyList(serial: 1, relay: Self.relay, issued: 0, validUntil: 50_001, entries: entries)
    }

    private func open(_ token: SealedToken, key: Int = 0) throws -> SealedTokenContent {
        try token.open(with: relayKeys[key], relay: Self.relay)
    }

    @Test func eachContactHasATokenOfItsOwn() throws {
        let book = try enrolledBook()
        let alice = try book.token(for: "alice", sealedTo: list(), hour: 1000)
        let bob = try book.token(for: "bob", sealedTo: list(), hour: 1000)
        #expect(alice != bob)
        #expect(try book.token(for: "alice", sealedTo: list(), hour: 1001) == alice)
        let (first, second) = (try open(alice), try open(bob))
        #expect(first.address == Self.address && second.address == Self.address)
        #expect(first.reference != second.reference && first.revocationTag != second.revocationTag)
        #expect(first.wakeKey == second.wakeKey)
        #expect(first.issued == 1000 && first.expires == 2080 && first.app == "chat")
        #expect(try book.contacts.sorted() == ["alice", "bob"])
    }

    /// The device's own record changes with its key of wakes, not with each token.
    @Test func theDeviceIsWrittenOnlyWhenItChanges() throws {
        let book = try enrolledBook()
        _ = try book.token(for: "alice", sealedTo: list(), hour: 1000)
        func deviceChanges() -> Int {
            store.state.withLock { $0.changes.filter { $0.contains(SealedDeviceRecord.name) }.count }
        }
        let before = deviceChanges()
        _ = try book.token(for: "bob", sealedTo: list(), hour: 1001)
        _ = try book.testToken(sealedTo: list(), hour: 1001)
        #expect(before > 0 && deviceChanges() == before)
        _ = try book.token(for: "carol", sealedTo: list(), hour: 1000 + SealedDeviceRecord.keyAge)
        #expect(deviceChanges() > before)
    }

    @Test func withoutATicketNothingIsSealedButTheEnrolment() throws {
        let book = book()
        #expect(throws: SealedPushError.notEnrolled) { try book.enrolmentToken(to: list(), hour: 1) }
        try book.setAddress(Self.address, app: "chat", hour: 1)
        #expect(throws: SealedPushError.notEnrolled) { try book.token(for: "a", sealedTo: list(), hour: 1) }
        let content = try open(book.enrolmentToken(to: list(), hour: 1))
        #expect(content.ticket.allSatisfy { $0 == 0 } && content.ticketExpires == 0)
        #expect(try !book.isEnrolled(hour: 1))
        try book.setTicket([UInt8](repeating: 9, count: 16), expires: 9000)
        #expect(try book.isEnrolled(hour: 9000 - 1080) && !book.isEnrolled(hour: 9000 - 1079))
        try book.setAddress(.fcm(token: "new:one"), app: "chat", hour: 2)
        #expect(throws: SealedPushError.notEnrolled) { try book.token(for: "a", sealedTo: list(), hour: 2) }
    }

    @Test func offLooksLikeOn() throws {
        let book = try enrolledBook()
        try book.setNotifications(on: false, hour: 1000)
        let token = try book.token(for: "alice", sealedTo: list(), hour: 1000)
        #expect(try open(token).address == nil)
        #expect(token.text.utf8.count == 1833)
        try book.setNotifications(on: true, hour: 1001)
        let renewed = try book.renewal(sealedTo: list(), minutes: 1025 * 60)
        #expect(try open(try #require(renewed).token).address == Self.address)
    }

    /// A relay takes no token whose ticket has ended: no token outlives its own.
    @Test func tokensEndWithTheirTicket() throws {
        let book = try enrolledBook()
        try book.setTicket([UInt8](repeating: 9, count: 16), expires: 1500)
        #expect(try !book.isEnrolled(hour: 1000))
        let content = try open(book.token(for: "alice", sealedTo: list(), hour: 1000))
        #expect(content.expires == 1500 && content.ticketExpires == 1500)
        #expect(throws: SealedPushError.notEnrolled) { try book.token(for: "bob", sealedTo: list(), hour: 1500) }
        // A decoy has no ticket.
        try book.setNotifications(on: false, hour: 1000)
        #expect(try open(book.token(for: "bob", sealedTo: list(), hour: 1000)).expires == 2080)
    }

    @Test func wakesNameTheirContacts() throws {
        let book = try enrolledBook()
        let contents = try ["alice", "bob"].map { try open(book.token(for: $0, sealedTo: list(), hour: 1000)) }
        func wake(_ references: [[UInt8]], _ flags: WakeMessage.Flags = []) throws -> SealedWake {
            let message = WakeMessage(flags: flags, minutes: 5, references: references)
            return try book.open(
                Base64URL.encode(message.sealed(with: SymmetricKey(data: contents[0].wakeKey))))
        }
        let both = try wake(contents.map(\.reference))
        #expect(both.contacts == ["alice", "bob"] && !both.looksAtAll && both.minutes == 5 && both.code == nil)
        #expect(try wake([], .syncAll).looksAtAll)
        let zeros = [UInt8](repeating: 0, count: 16)
        #expect(try wake([zeros]).looksAtAll)
        let test = try wake([zeros], .test)
        // Of several pushes the last is kept: it may stand for wakes that are lost with it.
        #expect(test.isTest && test.looksAtAll)
        let code = [UInt8](repeating: 3, count: 16)
        let coded = try wake([code], .code)
        #expect(coded.code == code && coded.looksAtAll && coded.contacts.isEmpty)
        #expect(throws: SealedPushError.notOpened) { try book.open("AAAA") }
        #expect(throws: SealedPushError.notOpened) {
            try book.open(sealed: WakeMessage(minutes: 1, references: []).sealed(with: SymmetricKey(size: .bits128)))
        }
    }

    /// Three keys are kept, and tokens of at most 45 days never need a fourth.
    @Test func wakeKeysChange() throws {
        let book = try enrolledBook()
        var keys: [[UInt8]] = []
        for (index, hour) in [UInt32(1000), 1551, 1552, 2104, 2656].enumerated() {
            keys.append(try open(book.token(for: "\(index)", sealedTo: list(), hour: hour)).wakeKey)
        }
        #expect(keys[0] == keys[1])
        #expect(Set(keys).count == 4)
        func opens(_ key: [UInt8]) throws -> Bool {
            let sealed = try WakeMessage(minutes: 1, references: []).sealed(with: SymmetricKey(data: key))
            return (try? book.open(sealed: sealed)) != nil
        }
        #expect(try keys.map(opens) == [false, false, true, true, true])
    }

    @Test func simpleWakesFindTheirContactByTheToken() throws {
        let book = try enrolledBook()
        let token = try book.token(for: "alice", sealedTo: list(), hour: 1000)
        let message = try #require(SimpleWakeMessage(payload: "<hostile>", token: token))
        let text = Base64URL.encode(try message.sealed(with: SymmetricKey(data: open(token).wakeKey)))
        #expect(try book.openSimple(text) == SealedSimpleWake(contact: "alice", payload: "<hostile>"))
        try book.forget("alice")
        #expect(try book.openSimple(text).contact == nil)
    }

    @Test func testTokensAreMarked() throws {
        let token = try enrolledBook().testToken(sealedTo: list(), hour: 1000)
        #expect(try open(token).extensions == [1])
    }

    @Test func optionsAreInTheToken() throws {
        var options = SealedPushOptions()
        options.allowsVisibleFallback = false
        options.delay = 2
        options.givesReferences = false
        options.lifetime = 24
        let content = try open(enrolledBook(options).token(for: "alice", sealedTo: list(), hour: 1000))
        #expect(content.policy == .mayDelay && content.delay == 2 && content.expires == 1024)
        #expect(content.reference.allSatisfy { $0 == 0 })
    }

    /// One contact may be told apart by what its wakes may show, and stays so.
    @Test func aSilentContact() throws {
        let book = try enrolledBook()
        func policy(_ contact: String, _ isSilent: Bool? = nil) throws -> SealedTokenContent.Policy {
            try open(book.token(for: contact, sealedTo: list(), hour: 1000, isSilent: isSilent)).policy
        }
        #expect(try policy("a service", true) == [] && policy("alice") == .visibleFallback)
        #expect(try policy("a service") == [])
        try book.setNotifications(on: false, hour: 1000)
        try book.setNotifications(on: true, hour: 1000)
        for minutes in stride(from: UInt32(1000 * 60), to: 1026 * 60, by: 30) {
            guard let due = try book.renewal(sealedTo: list(), minutes: minutes) else { continue }
            #expect(try open(due.token).policy == (due.contact == "alice" ? .visibleFallback : []))
        }
        #expect(try policy("a service", false) == .visibleFallback)
    }

    @Test func namesAndStorage() throws {
        let book = try enrolledBook()
        #expect(throws: SealedPushError.badName) { try book.token(for: "", sealedTo: list(), hour: 1) }
        #expect(throws: SealedPushError.badName) {
            try book.token(for: String(repeating: "x", count: 513), sealedTo: list(), hour: 1)
        }
        let longest = String(repeating: "x", count: 512)
        _ = try book.token(for: longest, sealedTo: list(), hour: 1)
        #expect(store.state.withLock { $0.records.values.allSatisfy { $0.count < 4096 } })
        #expect(throws: SealedPushError.noKey) { try book.token(for: "a", sealedTo: list(), hour: 50_000) }
        store.state.withLock { $0.failing = ["sealed-device"] }
        #expect(throws: SealedPushError.storage) { try book.token(for: "b", sealedTo: list(), hour: 1) }
    }
}
