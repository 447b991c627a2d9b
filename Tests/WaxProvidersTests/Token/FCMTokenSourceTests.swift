// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxJSON
import WaxProviders
import WaxSystem

@Suite struct FCMTokenSourceTests {
    private let time = ManualTime(Timestamp(milliseconds: 1_800_000_000_000))
    private let service = FakeTokenService()
    private let source: FCMTokenSource
    private let credential: FCMCredential

    init() throws {
        source = FCMTokenSource(transport: service, time: time)
        credential = try TestKeys.fcm()
    }

    @Test func assertionIsWhatGoogleAsksFor() async throws {
        #expect(try await source.authorization(for: credential) == "Bearer ya29.1")
        let request = try #require(service.requests.first)
        #expect(request.url == "https://oauth2.googleapis.com/token")
        let grantType = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
        try #require(request.form.hasPrefix(grantType))
        let token = try DecodedToken(String(request.form.dropFirst(grantType.count)))
        #expect(token.header == ["alg": "RS256", "typ": "JWT", "kid": "abc123"])
        #expect(
            token.claims == [
                "iss": "push@demo-project.iam.gserviceaccount.com",
                "scope": "https://www.googleapis.com/auth/firebase.messaging",
                "aud": "https://oauth2.googleapis.com/token", "iat": 1_799_999_970, "exp": 1_800_003_540,
            ])
        #expect(try TestKeys.rsa.get().publicKey.isValidSignature(token.signature, for: token.content))
    }

    @Test func oneRefreshForAllWhoWait() async throws {
        service.hold()
        let tokens = try await withThrowingTaskGroup(of: String.self) { [source, credential, service] group in
            for _ in 0..<16 { group.addTask { try await source.authorization(for: credential) } }
            group.addTask {
                while service.requests.isEmpty { await Task.yield() }
                service.release()
                return "Bearer ya29.1"
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens == ["Bearer ya29.1"])
        #expect(service.requests.count == 1)
    }

    @Test func tokenIsKeptAndRenewedEarly() async throws {
        #expect(source.held(for: credential) == nil)
        #expect(try await source.authorization(for: credential) == "Bearer ya29.1")
        time.advance(by: .seconds(3299))
        #expect(try await source.authorization(for: credential) == "Bearer ya29.1")
        #expect(source.held(for: credential) == "Bearer ya29.1")
        time.advance(by: .seconds(1))
        #expect(source.held(for: credential) == nil)
        #expect(try await source.authorization(for: credential) == "Bearer ya29.2")
        #expect(service.requests.count == 2)
    }

    @Test func rejectedTokenIsReplacedOnce() async throws {
        let first = try await source.authorization(for: credential)
        #expect(try await source.authorization(for: credential, replacing: first) == first)
        time.advance(by: .seconds(60))
        let second = try await source.authorization(for: credential, replacing: first)
        #expect(second == "Bearer ya29.2")
        #expect(try await source.authorization(for: credential, replacing: first) == second)
        #expect(try await source.authorization(for: credential, replacing: second) == second)
        #expect(service.requests.count == 2)
    }

    @Test func refusalIsNotRepeatedAtOnce() async throws {
        service.set(
            answer: ProviderAnswer(
                status: 400, body: #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#.bytes))
        let refused = ProviderError.tokenRefused(status: 400, reason: "invalid_grant", isClockWrong: false)
        await #expect(throws: refused) { try await source.authorization(for: credential) }
        await #expect(throws: refused) { try await source.authorization(for: credential) }
        #expect(service.requests.count == 1)
        time.advance(by: .seconds(60))
        service.set()
        #expect(try await source.authorization(for: credential) == "Bearer ya29.2")
    }

    @Test func outageLeavesTheOldTokenUntilItEnds() async throws {
        let first = try await source.authorization(for: credential)
        service.set(isReachable: false)
        time.advance(by: .seconds(3400))
        #expect(try await source.authorization(for: credential) == first)
        time.advance(by: .seconds(200))
        await #expect(throws: ProviderError.tokenUnavailable(status: nil, retryAfter: nil)) {
            try await source.authorization(for: credential)
        }
        #expect(service.requests.count == 3)
    }

    @Test func credentialsDoNotShare() async throws {
        let repaired = try TestKeys.fcm(key: TestKeys.otherRSA)
        #expect(try await source.authorization(for: credential) == "Bearer ya29.1")
        #expect(try await source.authorization(for: repaired) == "Bearer ya29.2")
        #expect(try await source.authorization(for: credential) == "Bearer ya29.1")
    }
}
