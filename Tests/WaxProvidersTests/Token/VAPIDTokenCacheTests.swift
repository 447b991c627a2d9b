// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxJSON
import WaxSystem

@testable import WaxProviders

@Suite struct VAPIDTokenCacheTests {
    private let time = ManualTime(Timestamp(milliseconds: 1_800_000_000_000))
    private let cache: VAPIDTokenCache
    private let credential = TestKeys.vapid()

    init() {
        cache = VAPIDTokenCache(time: time)
    }

    private func authorization(
        _ credential: VAPIDCredential? = nil, _ origin: String = "https://push.example.net", replacing: String? = nil
    ) throws -> String {
        try cache.authorization(for: credential ?? self.credential, origin: origin, replacing: replacing)
    }

    private func decoded(_ authorization: String) throws -> DecodedToken {
        let match = try #require(authorization.wholeMatch(of: /vapid t=([A-Za-z0-9._-]+), k=([A-Za-z0-9_-]{87})/))
        #expect(match.2 == credential.publicKeyText)
        return try DecodedToken(String(match.1))
    }

    @Test func theTokenSaysWhoToWhomAndUntilWhen() throws {
        let token = try decoded(authorization(nil, "https://push.example.net:8443"))
        #expect(token.header == ["alg": "ES256", "typ": "JWT"])
        #expect(
            token.claims
                == ["aud": "https://push.example.net:8443", "exp": 1_800_043_200, "sub": "mailto:push@example.com"])
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: token.signature)
        #expect(credential.privateKey.publicKey.isValidSignature(signature, for: token.content))
    }

    @Test func aTokenIsKeptForHalfItsLife() throws {
        let first = try authorization()
        time.advance(by: .seconds(6 * 3600 - 1))
        #expect(try authorization() == first)
        time.advance(by: .seconds(1))
        let second = try authorization()
        #expect(second != first)
        #expect(try decoded(second).claims["exp"] == .number(.init(1_800_000_000 + 18 * 3600)))
    }

    @Test func eachServiceKeyAndSubjectHasItsOwn() throws {
        let first = try authorization()
        #expect(try authorization(nil, "https://other.example.net") != first)
        #expect(try authorization(TestKeys.vapid(subject: "mailto:a@b.example", key: credential.privateKey)) != first)
        #expect(try authorization(TestKeys.vapid()) != first)
        #expect(try authorization() == first)
    }

    @Test func aRejectedTokenIsReplacedAfterAMinute() throws {
        let first = try authorization()
        time.advance(by: .seconds(59))
        #expect(try authorization(replacing: first) == first)
        time.advance(by: .seconds(1))
        let second = try authorization(replacing: first)
        #expect(second != first)
        #expect(try authorization(replacing: first) == second)
    }

    @Test func aClockThatIsSetMakesTokensUseless() throws {
        let first = try authorization()
        time.setCalendar(to: Timestamp(milliseconds: 1_800_000_000_000 + 299_000))
        #expect(try authorization() == first)
        time.setCalendar(to: Timestamp(milliseconds: 1_800_000_000_000 - 301_000))
        #expect(try authorization() != first)
    }

    @Test func manyServicesDoNotFillTheMemory() throws {
        for index in 0...VAPIDTokenCache.limit { _ = try authorization(nil, "https://\(index).example.net") }
        #expect(cache.count <= VAPIDTokenCache.limit)
    }
}
