// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxJSON

@testable import WaxEnvelope

@Suite struct RelayKeyListTests {
    private let root = P256.Signing.PrivateKey()
    private let keys = (0..<3).map { _ in P256.KeyAgreement.PrivateKey().publicKey }

    private func list(serial: UInt64 = 5, issued: UInt32 = 1000, validUntil: UInt32 = 1300) throws -> RelayKeyList {
        let bounds: [(UInt32, UInt32)] = [(0, 900), (900, 1500), (1500, 2200)]
        let entries = try zip(keys, bounds).map { key, bounds in
            RelayKeyList.Entry(
                key: try #require(RelayPublicKey(key, relay: "push.example")), sealFrom: bounds.0,
                sealUntil: bounds.1, openUntil: bounds.1 + 1128)
        }
        return RelayKeyList(
            serial: serial, relay: "push.example", issued: issued, validUntil: validUntil, entries: entries)
    }

    private func read(
        _ list: RelayKeyList, relay: String = "push.example", after last: RelayKeyList? = nil, hour: UInt32 = 1001
    ) throws -> RelayKeyList {
        try RelayKeyList(
            parsing: list.answer(signedBy: root), signedBy: root.publicKey, relay: relay, after: last, hour: hour)
    }

    @Test func roundTrip() throws {
        let list = try list()
        #expect(try read(list) == list)
        #expect(try read(list, relay: "PUSH.example", after: list) == list)
        #expect(
            String(decoding: list.signed, as: UTF8.self).hasPrefix(
                #"{"v":1,"serial":5,"relay":"push.example","issued":1000,"valid_until":1300,"keys":[{"kid":""#))
    }

    @Test(arguments: [(UInt32(0), 0), (899, 0), (900, 1), (1499, 1), (1500, 2), (2199, 2)])
    func sealingKey(hour: UInt32, index: Int) throws {
        let list = try list(validUntil: 2300)
        #expect(list.sealingKey(hour: hour) == list.entries[index].key)
        #expect(list.entries.filter { $0.state(hour: hour) == .active }.count == 1)
    }

    @Test func noKeyIsLeft() throws { #expect(try list(validUntil: 2300).sealingKey(hour: 2200) == nil) }

    /// A list that has ended is not sealed to, though its keys would go on.
    @Test func aListThatHasEndedHasNoKey() throws {
        let list = try list(validUntil: 1300)
        #expect(list.sealingKey(hour: 1299) == list.entries[1].key)
        #expect(list.sealingKey(hour: 1300) == nil && list.entries[1].state(hour: 1300) == .active)
    }

    @Test func refusals() throws {
        let newer = try list(serial: 6)
        #expect(throws: RelayKeyListError.older) { try read(list(), after: newer) }
        #expect(throws: RelayKeyListError.older) { try read(list(), after: list(issued: 1001)) }
        #expect(throws: RelayKeyListError.expired) { try read(list(), hour: 1300) }
        #expect(throws: RelayKeyListError.expired) { try read(list(validUntil: 1000 + 337)) }
        #expect(throws: RelayKeyListError.otherRelay) { try read(list(), relay: "push.example.org") }
        #expect(throws: RelayKeyListError.signature) {
            try RelayKeyList(
                parsing: list().answer(signedBy: P256.Signing.PrivateKey()), signedBy: root.publicKey,
                relay: "push.example", hour: 1001)
        }
        for text in ["", "{}", #"{"list":"e30"}"#, #"{"list":"e30","sig":"AAAA"}"#, #"{"list":1,"sig":2}"#] {
            #expect(throws: RelayKeyListError.format) {
                try RelayKeyList(
                    parsing: Array(text.utf8), signedBy: root.publicKey, relay: "push.example", hour: 1001)
            }
        }
    }

    /// A key id that is not the key's own, and hours in the wrong order.
    @Test(arguments: [
        (#""kid":""#, #""kid":"0"#), (#""seal_from":0,"#, #""seal_from":901,"#), (#""v":1"#, #""v":2"#),
        (#""open_until":2028"#, #""open_until":899"#), (#""valid_until":1300"#, #""valid_until":1000"#),
    ])
    func brokenLists(text: String, replacement: String) throws {
        let signed = String(decoding: try list().signed, as: UTF8.self)
        let parts = signed.split(separator: text, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        #expect(throws: RelayKeyListError.format) {
            try RelayKeyList(signed: Array((parts[0] + replacement + parts[1]).utf8))
        }
    }
}
