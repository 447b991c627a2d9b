// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxJSON
import WaxProviders
import WaxSystem

@Suite struct APNsTokenCacheTests {
    private let time = ManualTime(Timestamp(milliseconds: 1_800_000_000_000))
    private let cache: APNsTokenCache
    private let credential = TestKeys.apns()

    init() {
        cache = APNsTokenCache(time: time)
    }

    private func authorization(
        _ credential: APNsCredential? = nil, _ environment: APNsEnvironment = .production, replacing: String? = nil
    ) throws -> String {
        try cache.authorization(for: credential ?? self.credential, in: environment, replacing: replacing)
    }

    private func decoded(_ authorization: String) throws -> DecodedToken {
        try #require(authorization.hasPrefix("bearer "))
        return try DecodedToken(String(authorization.dropFirst(7)))
    }

    @Test func tokenSaysWhoAndWhen() throws {
        let token = try decoded(authorization())
        #expect(token.header == ["alg": "ES256", "typ": "JWT", "kid": "KEY1234567"])
        #expect(token.claims == ["iss": "TEAM123456", "iat": 1_800_000_000])
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: token.signature)
        #expect(credential.key.privateKey.publicKey.isValidSignature(signature, for: token.content))
    }

    @Test func tokenIsKeptForFiftyMinutes() throws {
        let first = try authorization()
        time.advance(by: .seconds(50 * 60 - 1))
        #expect(try authorization() == first)
        time.advance(by: .seconds(1))
        let second = try authorization()
        #expect(second != first)
        #expect(try decoded(second).claims["iat"] == 1_800_003_000)
        #expect(try authorization() == second)
    }

    @Test func rejectedTokenIsReplacedAfterTwentyMinutes() throws {
        let first = try authorization()
        time.advance(by: .seconds(20 * 60 - 1))
        #expect(try authorization(replacing: first) == first)
        time.advance(by: .seconds(1))
        let second = try authorization(replacing: first)
        #expect(second != first)
        // Others that were refused with the first one get the second.
        #expect(try authorization(replacing: first) == second)
        time.advance(by: .seconds(21 * 60))
        #expect(try authorization(replacing: first) == second)
        #expect(try authorization(replacing: second) != second)
    }

    @Test(arguments: [-3600, 3600] as [Int64]) func settingTheCalendarReplacesTheToken(by seconds: Int64) throws {
        let first = try authorization()
        let set = Timestamp(milliseconds: time.now().milliseconds + seconds * 1000)
        time.setCalendar(to: set)
        let second = try authorization()
        #expect(second != first)
        #expect(try decoded(second).claims["iat"]?.int64Value == set.seconds)
        #expect(try authorization() == second)
    }

    @Test func correctingTheCalendarALittleDoesNot() throws {
        let first = try authorization()
        time.setCalendar(to: time.now() + .seconds(299))
        #expect(try authorization() == first)
    }

    @Test func appsOfOneKeyShareItsToken() throws {
        let other = APNsCredential(teamID: "TEAM123456", bundleID: "com.example.other", key: credential.key)
        #expect(try authorization(other) == authorization())
        #expect(try authorization(nil, .sandbox) == authorization())
    }

    @Test func anotherKeyOfTheSameNameHasItsOwnToken() throws {
        let first = try authorization()
        let repaired = TestKeys.apns()
        let second = try authorization(repaired)
        #expect(second != first)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: decoded(second).signature)
        let publicKey = repaired.key.privateKey.publicKey
        #expect(publicKey.isValidSignature(signature, for: try decoded(second).content))
        #expect(try authorization() == first)
    }

    @Test func anotherTeamHasItsOwnToken() throws {
        let other = TestKeys.apns(teamID: "TEAM999999", key: credential.key.privateKey)
        #expect(try decoded(authorization(other)).claims["iss"] == "TEAM999999")
        #expect(try decoded(authorization()).claims["iss"] == "TEAM123456")
    }

    @Test func sandboxKeySignsForTheSandbox() throws {
        let sandbox = APNsSigningKey(keyID: "SANDBOX123", privateKey: P256.Signing.PrivateKey())
        let credential = TestKeys.apns(sandboxKey: sandbox)
        #expect(try decoded(authorization(credential, .sandbox)).header["kid"] == "SANDBOX123")
        #expect(try decoded(authorization(credential, .production)).header["kid"] == "KEY1234567")
    }

    @Test func allWorkersGetOneToken() async throws {
        let tokens = try await withThrowingTaskGroup(of: String.self) { [cache, credential] group in
            for _ in 0..<32 {
                group.addTask { try cache.authorization(for: credential, in: .production) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
    }
}
