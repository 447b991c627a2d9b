// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

@Suite struct AuthorizerTests {
    private let time = ManualTime()
    private let tokens = FakeTokenService()
    private let authorizer: Authorizer
    private let credentials: JobCredentials

    init() throws {
        authorizer = Authorizer(
            apns: APNsTokenCache(time: time), fcm: FCMTokenSource(transport: tokens, time: time),
            vapid: VAPIDTokenCache(time: time))
        credentials = .live(
            PushAppCredentials(apns: TestKeys.apns(), fcm: try TestKeys.fcm(), webPush: TestKeys.vapid()), account: 1)
    }

    /// Asks until the token is there, or is refused.
    private func fetch(replacing rejected: String? = nil) async throws -> ProviderVerdict? {
        let lane = try #require(credentials.lane(.android, nil))
        return try await withCheckedThrowingContinuation { continuation in
            let state = authorizer.state(lane, credentials, replacing: rejected) { continuation.resume(returning: $0) }
            if case .pending = state { return }
            continuation.resume(throwing: TestFailure("nothing was fetched"))
        }
    }

    private func ready(_ platform: Platform, replacing rejected: String? = nil) throws -> String? {
        let lane = try #require(credentials.lane(platform, .production, origin: "https://push.example.net"))
        if case .ready(let authorization) = authorizer.state(lane, credentials, replacing: rejected, onChange: { _ in })
        {
            return authorization
        }
        return nil
    }

    @Test func applesTokenIsMadeAtOnce() throws {
        let first = try #require(try ready(.ios))
        #expect(first.hasPrefix("bearer ey"))
        #expect(try ready(.ios) == first)
        time.advance(by: .seconds(1200))
        #expect(try ready(.ios, replacing: first) != first)
    }

    @Test func aBrowsersTokenIsMadeAtOnce() throws {
        let first = try #require(try ready(.web))
        #expect(first.hasPrefix("vapid t=ey"))
        #expect(try ready(.web) == first)
        time.advance(by: .seconds(60))
        #expect(try ready(.web, replacing: first) != first)
    }

    @Test func googlesTokenIsFetched() async throws {
        #expect(try await fetch() == nil)
        #expect(try ready(.android) == "Bearer ya29.1")
        #expect(tokens.requests == 1)
    }

    @Test func aRejectedTokenThatIsTooYoungIsWhatThereIs() async throws {
        _ = try await fetch()
        // Not replaced for a minute: the source says that there is nothing better.
        #expect(try await fetch(replacing: "Bearer ya29.1") == nil)
        #expect(try ready(.android) == "Bearer ya29.1" && tokens.requests == 1)
        time.advance(by: .seconds(60))
        #expect(try await fetch(replacing: "Bearer ya29.1") == nil)
        #expect(try ready(.android) == "Bearer ya29.2")
    }

    @Test func aRefusalIsAVerdict() async throws {
        tokens.set(ProviderAnswer(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8)))
        let verdict = try #require(try await fetch())
        #expect(verdict.outcome == .failed(code: .providerAuthFailed, device: .keep, alert: .credentialRefused))
        #expect(verdict.providerReason == "invalid_grant")
    }

    @Test func withoutCredentialsThereIsNoToken() throws {
        for platform in Platform.allCases {
            let lane = try #require(credentials.lane(platform, nil, origin: "https://push.example.net"))
            for other in [JobCredentials.live(PushAppCredentials(), account: 1), .test(account: 1)] {
                guard case .unavailable(let verdict) = authorizer.state(lane, other, onChange: { _ in }) else {
                    Issue.record("a token without credentials")
                    return
                }
                #expect(verdict == Authorizer.notConfigured)
            }
        }
        guard case .ready("bearer …") = authorizer.state(.test, .test(account: 1), onChange: { _ in }) else {
            Issue.record("test mode needs a token")
            return
        }
    }
}
