// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxProviders

@Suite struct FCMTokenRequestTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func error(_ status: Int, _ body: String, retryAfter: String? = nil) -> ProviderError? {
        do throws(ProviderError) {
            _ = try FCMTokenRequest.grant(
                from: ProviderAnswer(status: status, retryAfter: retryAfter, body: body.bytes), now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (#"{"access_token":"t","expires_in":3599,"token_type":"Bearer"}"#, 3599), (#"{"access_token":"t"}"#, 3600),
            (#"{"access_token":"t","expires_in":-1}"#, 0), (#"{"access_token":"t","expires_in":99999999}"#, 86_400),
        ])
    func grants(body: String, seconds: Int) throws {
        let grant = try FCMTokenRequest.grant(from: ProviderAnswer(status: 200, body: body.bytes), now: now)
        #expect(grant == FCMTokenRequest.Grant(accessToken: "t", lifetime: .seconds(seconds)))
    }

    @Test(
        arguments: [
            "", "{}", #"{"access_token":""}"#, #"{"access_token":7}"#, #"{"access_token":"a b"}"#,
            #"{"access_token":"a\r\nx: y"}"#,
        ])
    func noToken(body: String) {
        #expect(error(200, body) == .tokenUnavailable(status: 200, retryAfter: nil))
    }

    @Test func outages() {
        #expect(error(503, "") == .tokenUnavailable(status: 503, retryAfter: nil))
        #expect(error(429, "", retryAfter: "9") == .tokenUnavailable(status: 429, retryAfter: .seconds(9)))
        #expect(
            error(503, "")?.verdict == ProviderVerdict(.retry(.unavailable(.fcm, after: nil)), status: 503))
    }

    @Test func refusals() {
        let clock = #"""
            {"error":"invalid_grant","error_description":"Invalid JWT: Token must be a short-lived token (60 minutes) \#
            and in a reasonable timeframe. Check your iat and exp values in the JWT claim."}
            """#
        let wrongClock = error(400, clock)
        #expect(wrongClock == .tokenRefused(status: 400, reason: "invalid_grant", isClockWrong: true))
        #expect(
            wrongClock?.verdict
                == ProviderVerdict(
                    .failed(code: .providerAuthFailed, device: .keep, alert: .clockWrong), status: 400,
                    reason: "invalid_grant"))
        #expect(
            error(401, #"{"error":"invalid_client"}"#)?.verdict
                == ProviderVerdict(
                    .failed(code: .providerAuthFailed, device: .keep, alert: .credentialRefused), status: 401,
                    reason: "invalid_client"))
        #expect(error(302, "x") == .tokenRefused(status: 302, reason: "none", isClockWrong: false))
    }

    @Test func lifetimeIsShorterThanAnHour() {
        #expect(FCMTokenRequest.lifetime < 3600)
        #expect(FCMTokenRequest.backdated > 0)
    }
}
