// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxSystem

@testable import HonkioPush

/// A book of a device that has a ticket, and a relay's keys.
struct TestBook {
    static let relay = "push.example"
    static let address = PushAddress.fcm(token: "abc:def")
    let store = TestKeyStore()
    let book: SealedPushBook
    private let relayKeys = (0..<2).map { _ in P256.KeyAgreement.PrivateKey() }

    init(seed: UInt64 = 7) throws {
        let generator = Locked(SplitMix(seed: seed))
        book = SealedPushBook(store: store, options: SealedPushOptions()) { count in
            generator.withLock { generator in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        }
        try book.setAddress(Self.address, app: "chat", hour: 1000)
        try book.setTicket([UInt8](repeating: 9, count: 16), expires: 9000)
    }

    /// The relay's list with the keys of these numbers, of an hour.
    func list(_ indices: [Int] = [0], issued: UInt32 = 0) throws -> RelayKeyList {
        let entries = try indices.map { index in
            RelayKeyList.Entry(
                key: try #require(RelayPublicKey(relayKeys[index].publicKey, relay: Self.relay)), sealFrom: 0,
                sealUntil: 50_000, openUntil: 60_000)
        }
        return RelayKeyList(serial: 1, relay: Self.relay, issued: issued, validUntil: 50_001, entries: entries)
    }

    func open(_ token: SealedToken, key: Int = 0) throws -> SealedTokenContent {
        try token.open(with: relayKeys[key], relay: Self.relay)
    }

    func token(
        _ contact: String, key: Int = 0, hour: UInt32 = 1000, listIssued: UInt32 = 0
    ) throws -> SealedToken {
        try book.token(for: contact, sealedTo: list([key], issued: listIssued), hour: hour)
    }

    /// What an app gets that asks whenever the book says, up to a time: who is given a token, and when.
    func renewals(
        until end: UInt32, from start: UInt32, key: Int = 0
    ) throws -> [(minutes: UInt32, renewal: SealedRenewal)] {
        var all: [(UInt32, SealedRenewal)] = []
        var minutes = start
        while minutes < end {
            if let due = try book.renewal(sealedTo: list([key]), minutes: minutes) { all.append((minutes, due)) }
            minutes = max(minutes + 1, try book.nextRenewal(minutes: minutes) ?? end)
        }
        return all
    }
}
