// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxSystem

@testable import HonkioPush

@Suite struct SealedRenewalTests {
    private let test: TestBook

    init() throws { test = try TestBook() }

    private func contacts(_ count: Int) throws -> [String: SealedToken] {
        try (0..<count).reduce(into: [:]) { $0["\($1)"] = try test.token("\($1)") }
    }

    /// Each in the last third of its life, at a minute of its own.
    @Test func eachAtItsTime() throws {
        let tokens = try contacts(40)
        let first = try #require(try test.book.nextRenewal(minutes: 1000 * 60))
        #expect(first >= 1720 * 60)
        #expect(try test.book.renewal(sealedTo: test.list(), minutes: first - 1) == nil)
        let renewals = try test.renewals(until: 2080 * 60, from: 1000 * 60)
        #expect(renewals.count == 40 && Set(renewals.map(\.minutes)).count == 40)
        #expect(Set(renewals.map { $0.minutes / 600 }).count > 15)
        for (_, renewal) in renewals {
            let old = try #require(tokens[renewal.contact])
            #expect(try renewal.token != old && test.open(renewal.token).reference == test.open(old).reference)
        }
    }

    /// However often it is asked, one contact is given a token and the next waits.
    @Test(arguments: [1000 * 60, 1024 * 60, 1500 * 60] as [UInt32])
    func neverTwoTogether(minutes: UInt32) throws {
        _ = try contacts(30)
        try test.book.setAddress(.fcm(token: "new:one"), app: "chat", hour: 990)
        try test.book.setTicket([UInt8](repeating: 8, count: 16), expires: 9000)
        var given: [SealedRenewal] = []
        for _ in 0..<100 {
            if let due = try test.book.renewal(sealedTo: test.list(), minutes: minutes) { given.append(due) }
        }
        #expect(given.count == 1)
        let next = try #require(try test.book.nextRenewal(minutes: minutes))
        #expect(next > minutes && next <= max(minutes + 60, 1014 * 60))
    }

    /// After another address, after off and on, after all were revoked and after the relay gave up a key: within a day for
    /// an app that asks when it is told to, and spread over it.
    @Test(arguments: 0..<4)
    func allWithinADay(change: Int) throws {
        _ = try contacts(30)
        var key = 0
        switch change {
        case 0:
            try test.book.setAddress(.fcm(token: "new:one"), app: "chat", hour: 1100)
            try test.book.setTicket([UInt8](repeating: 8, count: 16), expires: 9000)
        case 1: try test.book.setNotifications(on: false, hour: 1100)
        case 2: try test.book.noteAllRevoked(hour: 1100)
        default: key = 1
        }
        let renewals = try test.renewals(until: 1130 * 60, from: 1100 * 60, key: key)
        #expect(Set(renewals.map(\.renewal.contact)).count == 30 && renewals.count == 30)
        #expect(Set(renewals.map { $0.minutes / 60 }).count > 12)
        let gaps = zip(renewals, renewals.dropFirst()).map { $1.minutes - $0.minutes }
        #expect(gaps.allSatisfy { $0 >= 1 } && Set(gaps).count > 8)
        let content = try test.open(try #require(renewals.last).renewal.token, key: key)
        #expect(
            content.address == [.fcm(token: "new:one"), nil, TestBook.address, TestBook.address][change])
        #expect(try test.renewals(until: 1600 * 60, from: 1130 * 60, key: key).isEmpty)
    }

    /// A message that goes to a contact anyway brings the new token, and the contact does not come up again.
    @Test func withAMessage() throws {
        let old = try test.token("alice")
        try test.book.setNotifications(on: false, hour: 1000)
        let new = try test.token("alice", hour: 1024)
        #expect(new != old)
        #expect(try test.renewals(until: 1700 * 60, from: 1024 * 60).isEmpty)
    }

    /// A clock that ran ahead for one renewal holds up no other, and the token that it sealed is renewed within a day.
    @Test func afterAClockThatRanAhead() throws {
        _ = try contacts(10)
        let early = try #require(try test.book.renewal(sealedTo: test.list(), minutes: 2050 * 60))
        #expect(try test.open(early.token).issued == 2050)
        let start: UInt32 = 1750 * 60
        #expect(try #require(try test.book.nextRenewal(minutes: start)) <= start)
        let renewals = try test.renewals(until: start + 1500, from: start)
        let again = try #require(renewals.last { $0.renewal.contact == early.contact })
        #expect(try test.open(again.renewal.token).issued == again.minutes / 60)
        #expect(try test.token(early.contact, hour: 1776) == again.renewal.token)
    }

    /// Nor is such a token given out again with a message.
    @Test func aTokenFromAheadIsNotGivenOut() throws {
        let early = try test.token("alice", hour: 1300)
        let token = try test.token("alice")
        #expect(try token != early && test.open(token).issued == 1000)
        // As far ahead as a relay takes it, and after all were revoked later than that.
        let next = try test.token("bob", hour: 1002)
        #expect(try test.token("bob") == next)
        for _ in 0..<4 {
            _ = try test.book.enrolmentToken(to: test.list(), hour: 1000)
            try test.book.noteAllRevoked(hour: 1000)
        }
        let last = try test.token("carol")
        #expect(try test.open(last).issued > 1002 && test.token("carol") == last)
    }

    /// With very many contacts the pauses are short enough for a day or two, and there is none without a contact.
    @Test func veryMany() throws {
        #expect(try test.book.nextRenewal(minutes: 1000 * 60) == nil)
        #expect(try test.book.renewal(sealedTo: test.list(), minutes: 1000 * 60) == nil)
        _ = try contacts(300)
        try test.book.setNotifications(on: false, hour: 1000)
        // Nobody asked for ten days.
        let renewals = try test.renewals(until: 1300 * 60, from: 1240 * 60)
        #expect(renewals.count == 300)
        #expect(try #require(renewals.last).minutes < (1240 + 48) * 60)
    }

    @Test(arguments: [(-1.0, 0, 0), (59.9, 0, 0), (3599, 59, 0), (7200, 120, 2)] as [(Double, UInt32, UInt32)])
    func times(seconds: Double, minutes: UInt32, hour: UInt32) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(SealedPushToken.minutes(of: date) == minutes && SealedPushToken.hour(of: date) == hour)
    }
}
