// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope

@testable import WaxRelay

/// How often tokens are opened, which is nearly all that a wake costs.
@Suite struct WakeOpeningTests {
    @Test func aWakeOpensItsTokenOnce() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        _ = try await relay.wake([relay.token()])
        relay.settle()
        #expect(relay.sender.sent.count == 1 && relay.opener.count == 1)
    }

    /// Once when it comes and once when its time has come.
    @Test func aWaitedWakeOpensItsTokenOnceMore() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        _ = try await relay.wake([
            relay.token {
                $0.policy = .mayDelay
                $0.delay = 1
            }
        ])
        relay.settle()
        #expect(relay.metrics.value(.delayed) == 1 && relay.opener.count == 1)
        relay.pass(.seconds(6))
        #expect(relay.sender.sent.count == 1 && relay.opener.count == 2)
    }

    @Test func aGatheredWakeOpensEachTokenOnceMore() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        for contact in UInt8(1)...4 { _ = try await relay.wake([relay.token(device, for: contact)]) }
        relay.settle()
        #expect(relay.sender.sent.count == 1 && relay.metrics.value(.gathered) == 3 && relay.opener.count == 4)
        relay.pass(.seconds(1300))
        #expect(relay.messages(device).last?.references == [2, 3, 4].map { TestDevice.reference($0) })
        #expect(relay.sender.sent.count == 2 && relay.opener.count == 7)
    }

    /// What follows another push of its device takes along what was gathered, and opens that alone.
    @Test func aWakeThatTakesOthersAlongIsNotOpenedAgain() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        for contact in UInt8(1)...2 { _ = try await relay.wake([relay.token(device, for: contact)]) }
        relay.settle()
        _ = try await relay.wake([relay.token(device, for: 3)], "alert")
        relay.settle()
        #expect(relay.messages(device).last?.references == [2, 3].map { TestDevice.reference($0) })
        #expect(relay.opener.count == 4)
    }

    /// Tokens that are opened together are each their own fault, whatever the order.
    @Test(arguments: 0..<10)
    func whatIsOpenedTogether(place: Int) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        var tokens = try (0..<9).map { try relay.token(relay.device("device\($0)")) }
        var bytes = tokens[0].bytes
        bytes[700] ^= 1
        tokens.insert(try SealedToken(bytes: bytes), at: place)
        _ = try await relay.wake(tokens)
        relay.settle()
        #expect(relay.sender.sent.count == 9 && relay.metrics.value(.notOpened) == 1 && relay.opener.count == 10)
    }

    /// The same token twice in one call wakes once.
    @Test func theSameTokenTwice() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let token = try relay.token()
        _ = try await relay.wake([token, token])
        relay.settle()
        #expect(relay.sender.sent.count == 1 && relay.metrics.value(.repeated) == 1)
    }

    /// So many are opened in a second, and the rest follows.
    @Test func theBudgetHoldsWithinABatch() async throws {
        var limits = TestRelay.wide
        limits.opensPerSecond = 10
        let relay = try TestRelay(limits: limits)
        _ = try await relay.wake((0..<32).map { try relay.token(relay.device("device\($0)")) })
        relay.settle()
        let first = relay.opener.count
        relay.pass(.seconds(1))
        #expect(first < 32 && (9...11).contains(relay.opener.count - first))
        relay.pass(.seconds(4))
        #expect(relay.sender.sent.count == 32)
    }

    /// What a token's own limit or an unknown key stops is not opened, and takes nothing from what may be opened.
    @Test func onlyOpeningsUseTheBudget() async throws {
        var limits = TestRelay.wide
        limits.opensPerSecond = 10
        let relay = try TestRelay(limits: limits)
        var bytes = try relay.token().bytes
        let unknown = try (0..<200).map { number in
            bytes.replaceSubrange(2..<10, with: UInt64(number).bigEndianBytes)
            return try SealedToken(bytes: bytes)
        }
        for start in stride(from: 0, to: 192, by: 32) { _ = try await relay.wake(Array(unknown[start..<start + 32])) }
        relay.settle()
        #expect(relay.metrics.value(.unknownKey) == 192 && relay.opener.count == 0)
        _ = try await relay.wake([relay.token()])
        relay.settle()
        #expect(relay.sender.sent.count == 1)
        let token = try relay.token(relay.device("other"))
        for _ in 0..<200 { _ = try await relay.wake([token]) }
        relay.pass(.seconds(1))
        #expect(relay.metrics.value(.limitedCipher) == 194 && relay.opener.count == 7)
    }

    /// A push that names several contacts opens as many tokens, and each of them counts.
    @Test func everyOpeningUsesTheBudget() async throws {
        var limits = TestRelay.wide
        limits.opensPerSecond = 10
        let relay = try TestRelay(limits: limits)
        for contact in UInt8(1)...6 { _ = try await relay.wake([relay.token(relay.device(), for: contact)]) }
        relay.pass(.seconds(1190))
        #expect(relay.opener.count == 6)
        while relay.sender.sent.count < 2 { relay.pass(.milliseconds(1)) }
        #expect(relay.opener.count == 11)
        _ = try await relay.wake([relay.token(relay.device("other"))])
        relay.pass(.milliseconds(450))
        #expect(relay.sender.sent.count == 2)
        relay.pass(.milliseconds(100))
        #expect(relay.sender.sent.count == 3)
    }

    /// Each thread may open so many in a second.
    @Test(arguments: [1, 3, 16])
    func theBudgetOfThreads(threads: Int) {
        let limits = RelayLimits()
        #expect(
            RelayRules(limits, threads: threads).opens
                == RateRule(threads * 2000, per: .seconds(1), burst: threads * 200))
    }
}
