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
        return RelayKeyList(serial: 1, relay: Self.relay, issued: 0, validUntil: 300, entries: entries)
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

    /// Each in the last third of its life, and not all at one time.
    @Test func renewalsAreSpread() throws {
        let book = try enrolledBook()
        var tokens: [String: SealedToken] = [:]
        for index in 0..<40 { tokens["\(index)"] = try book.token(for: "\(index)", sealedTo: list(), hour: 1000) }
        #expect(try book.renewals(sealedTo: list(), hour: 1719).isEmpty)
        var hours: [String: UInt32] = [:]
        for hour in stride(from: UInt32(1720), through: 2080, by: 10) {
            for (contact, token) in try book.renewals(sealedTo: list(), hour: hour) where hours[contact] == nil {
                hours[contact] = hour
                #expect(tokens[contact] != token)
                #expect(try open(token).reference == open(try #require(tokens[contact])).reference)
            }
        }
        #expect(hours.count == 40)
        #expect(Set(hours.values).count > 15)
    }

    @Test func anotherAddressComesUpWithinADay() throws {
        let book = try enrolledBook()
        for index in 0..<30 { _ = try book.token(for: "\(index)", sealedTo: list(), hour: 1000) }
        try book.setAddress(.fcm(token: "new:one"), app: "chat", hour: 1100)
        try book.setTicket([UInt8](repeating: 8, count: 16), expires: 9000)
        let first = try book.renewals(sealedTo: list(), hour: 1103).count
        let rest = try book.renewals(sealedTo: list(), hour: 1124)
        #expect(first > 0 && first < 30 && first + rest.count == 30)
        #expect(try open(try #require(rest.first).token).address == .fcm(token: "new:one"))
    }

    @Test func aKeyThatTheRelayGaveUpIsReplacedAtOnce() throws {
        let book = try enrolledBook()
        _ = try book.token(for: "alice", sealedTo: list(), hour: 1000)
        #expect(try book.renewals(sealedTo: list([0, 1]), hour: 1001).isEmpty)
        let renewed = try book.renewals(sealedTo: list([1]), hour: 1001)
        #expect(try open(try #require(renewed.first).token, key: 1).address == Self.address)
    }

    @Test func offLooksLikeOn() throws {
        let book = try enrolledBook()
        try book.setNotifications(on: false, hour: 1000)
        let token = try book.token(for: "alice", sealedTo: list(), hour: 1000)
        #expect(try open(token).address == nil)
        #expect(token.text.utf8.count == 1833)
        try book.setNotifications(on: true, hour: 1001)
        let renewed = try book.renewals(sealedTo: list(), hour: 1025)
        #expect(try open(try #require(renewed.first).token).address == Self.address)
    }

    @Test func revocationsHoldTheSecretOfTheTag() throws {
        let book = try enrolledBook()
        let token = try book.token(for: "alice", sealedTo: list(), hour: 1000)
        let revocation = try #require(try book.revocations(of: "alice").first)
        #expect(revocation.token == token)
        #expect(SealedPushToken.revocationTag(of: revocation.secret) == (try open(token).revocationTag))
        // Until the relay has taken it, it can be asked for again.
        #expect(try book.revocations(of: "alice") == [revocation])
        try book.forget("alice")
        #expect(throws: SealedPushError.unknownContact) { try book.revocations(of: "alice") }
        let next = try book.token(for: "alice", sealedTo: list(), hour: 1000)
        #expect(try open(next).reference != open(token).reference)
        #expect(try book.revocations(of: "alice").map(\.token) == [next])
    }

    /// After a renewal the contact may go on with what it has: that can be revoked until it ends, and is told from others'.
    @Test func earlierTokensCanBeRevoked() throws {
        let book = try enrolledBook()
        var tokens = [try book.token(for: "alice", sealedTo: list(), hour: 1000)]
        let other = try book.token(for: "bob", sealedTo: list(), hour: 1000)
        for (hour, key) in [(UInt32(1100), 1), (1200, 0)] {
            tokens.append(try book.token(for: "alice", sealedTo: list([key]), hour: hour))
        }
        #expect(Set(tokens.map(\.text)).count == 3)
        let revocations = try book.revocations(of: "alice")
        #expect(revocations.first?.token == tokens[2])
        #expect(Set(revocations.map(\.token.text)) == Set(tokens.map(\.text)))
        for revocation in revocations {
            let content = try open(revocation.token, key: revocation.token == tokens[1] ? 1 : 0)
            #expect(content.revocationTag == SealedPushToken.revocationTag(of: revocation.secret))
        }
        #expect(try book.revocations(of: "bob").map(\.token) == [other])
        let message = try #require(SimpleWakeMessage(payload: "x", token: tokens[0]))
        let text = Base64URL.encode(try message.sealed(with: SymmetricKey(data: open(tokens[0]).wakeKey)))
        #expect(try book.openSimple(text).contact == "alice")
        // What has ended is dropped with the next renewal.
        tokens.append(try book.token(for: "alice", sealedTo: list([1]), hour: 2081))
        let kept = try book.revocations(of: "alice").map(\.token.text)
        #expect(Set(kept) == Set(tokens[1...].map(\.text)))
        try book.forget("alice")
        #expect(store.state.withLock { $0.records.keys.filter { $0.hasPrefix("sealed-earlier-") } } == [])
        #expect(try book.revocations(of: "bob").map(\.token) == [other])
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

    /// Not all at one time, though each that is asked for by name is new at once.
    @Test func afterAllAreRevokedTokensBeginLater() throws {
        let book = try enrolledBook()
        for index in 0..<30 { _ = try book.token(for: "\(index)", sealedTo: list(), hour: 1000) }
        let old = try book.token(for: "0", sealedTo: list(), hour: 1000)
        try book.noteAllRevoked(hour: 1000)
        let named = try book.token(for: "0", sealedTo: list(), hour: 1000)
        #expect(try named != old && open(named).issued == 1001)
        let first = try book.renewals(sealedTo: list(), hour: 1003)
        let rest = try book.renewals(sealedTo: list(), hour: 1024)
        #expect(!first.isEmpty && first.count < 29 && first.count + rest.count == 29)
        #expect(try first.allSatisfy { try open($0.token).issued >= 1001 })
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
        #expect(test.isTest && !test.looksAtAll)
        let code = [UInt8](repeating: 3, count: 16)
        #expect(try wake([code], .code).code == code)
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
