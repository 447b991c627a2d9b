// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSystem

@testable import HonkioPush

@Suite struct SealedWakeSenderTests {
    private let test: TestBook
    private let sender: SealedWakeSender

    init() throws {
        test = try TestBook()
        let generator = Locked(SplitMix(seed: 11))
        sender = SealedWakeSender { count in
            generator.withLock { generator in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        }
    }

    private func tokens(_ call: SealedWakeCall) throws -> [SealedToken] {
        try #require(try JSONReader.parse(call.body)["tokens"]?.arrayValue).map {
            try SealedToken(try #require($0.stringValue))
        }
    }

    /// Four sizes, whatever is sent: what is added wakes nobody.
    @Test(arguments: [
        (0, 1, [1]), (1, 1, [1]), (2, 1, [4]), (4, 1, [4]), (5, 1, [16]), (16, 1, [16]), (17, 1, [32]), (32, 1, [32]),
        (33, 1, [32, 1]), (1, 4, [4]), (1, 5, [16]), (0, 16, [16]), (70, 16, [32, 32, 16]), (1, 99, [32]),
    ])
    func sizes(count: Int, least: Int, sizes: [Int]) throws {
        var sender = sender
        sender.leastTokens = least
        let own = try (0..<count).map { try test.token("\($0)") }
        let calls = try sender.calls(waking: own, sealedTo: test.list(), hour: 1000)
        #expect(try calls.map { try tokens($0).count } == sizes)
        let all = try calls.flatMap(tokens)
        #expect(Set(own).isSubset(of: all) && Set(all).count == all.count)
        for token in all where !own.contains(token) {
            let content = try test.open(token)
            #expect(content.address == nil && content.issued == 1000 && content.expires == 2080)
        }
        // A relay takes bodies of 64 KiB.
        #expect(calls.allSatisfy { $0.body.count < 64 * 1024 })
    }

    @Test func theCall() throws {
        let token = try test.token("alice")
        let calls = try [true, false].map {
            try JSONReader.parse(
                sender.calls(waking: [token], mayShow: $0, sealedTo: test.list(), hour: 1000)[0].body)
        }
        #expect(calls.map { $0["class"]?.stringValue } == ["alert", "silent"] && calls[0]["v"]?.int64Value == 1)
        let nonces = calls.compactMap { $0["nonce"]?.stringValue.flatMap { Base64URL.decode($0) } }
        #expect(nonces.count == 2 && nonces[0] != nonces[1] && nonces.allSatisfy { $0.count == 16 })
    }

    /// The place of what wakes says nothing, and neither does the time.
    @Test func orderAndTimeAreRandom() throws {
        let token = try test.token("alice")
        var sender = sender
        sender.leastTokens = 4
        sender.longestDelay = .seconds(2)
        var (places, delays): ([Int: Int], [Duration]) = ([:], [])
        for _ in 0..<200 {
            let call = try sender.calls(waking: [token], sealedTo: test.list(), hour: 1000)[0]
            places[try #require(try tokens(call).firstIndex(of: token)), default: 0] += 1
            delays.append(call.delay)
        }
        #expect(places.count == 4 && places.values.allSatisfy { $0 > 25 })
        #expect(delays.allSatisfy { $0 >= .zero && $0 <= .seconds(2) })
        #expect(Set(delays).count > 150 && delays.contains { $0 < .milliseconds(200) })
        #expect(delays.contains { $0 > .milliseconds(1800) })
        sender.longestDelay = .zero
        #expect(try sender.calls(waking: [token], sealedTo: test.list(), hour: 1000)[0].delay == .zero)
    }

    /// Without a key there are no decoys; what needs none goes out.
    @Test func withoutAKey() throws {
        let token = try test.token("alice")
        #expect(throws: SealedPushError.noKey) {
            try sender.calls(waking: [token, token], sealedTo: test.list(), hour: 50_001)
        }
        #expect(try sender.calls(waking: [token], sealedTo: test.list(), hour: 50_001).count == 1)
    }
}
