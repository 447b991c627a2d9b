// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders
import WaxSystem

@Suite struct APNsAnswerTests {
    private static let sentAt = Timestamp(milliseconds: 1_800_000_000_000)

    private func verdict(
        _ status: Int, _ body: String, apnsID: String? = nil, retryAfter: String? = nil
    ) -> ProviderVerdict {
        APNsAnswer.verdict(
            of: ProviderAnswer(status: status, apnsID: apnsID, retryAfter: retryAfter, body: body.bytes),
            sentAt: Self.sentAt, now: Self.sentAt)
    }

    /// Every documented reason.
    private static let table: [(Int, String, ProviderVerdict.Outcome)] = {
        let dead = DeviceEffect.deactivateUnlessCommon(unlessRegisteredSince: sentAt)
        let unregistered = ProviderVerdict.Outcome.failed(
            code: .tokenUnregistered, device: .deactivate(unlessRegisteredSince: sentAt), alert: nil)
        let malformed = ProviderVerdict.Outcome.failed(
            code: .providerRejected, device: .keep, alert: .requestInvalid)
        let configuration = ProviderVerdict.Outcome.failed(
            code: .providerConfigInvalid, device: .keep, alert: .configurationInvalid)
        let credential = ProviderVerdict.Outcome.failed(
            code: .providerAuthFailed, device: .keep, alert: .credentialRefused)
        let connection = ProviderVerdict.Outcome.retry(.newConnection(code: .providerUnavailable))
        return [
            (400, "BadDeviceToken", .failed(code: .tokenInvalid, device: dead, alert: nil)),
            (400, "DeviceTokenNotForTopic", .failed(code: .tokenNotForApp, device: dead, alert: nil)),
            (400, "BadCollapseId", malformed), (400, "BadExpirationDate", malformed),
            (400, "BadMessageId", malformed), (400, "BadPriority", malformed), (400, "DuplicateHeaders", malformed),
            (400, "InvalidPushType", malformed), (400, "MissingDeviceToken", malformed),
            (400, "PayloadEmpty", malformed),
            (400, "BadTopic", configuration), (400, "MissingTopic", configuration),
            (400, "TopicDisallowed", configuration),
            (400, "IdleTimeout", connection),
            (403, "ExpiredProviderToken", .retry(.newToken(alert: .clockWrong))),
            (403, "InvalidProviderToken", credential), (403, "MissingProviderToken", credential),
            (403, "BadCertificate", credential), (403, "BadCertificateEnvironment", credential),
            (403, "BadEnvironmentKeyIdInToken", credential), (403, "BadEnvironmentKeyInToken", credential),
            (
                403, "UnrelatedKeyIdInToken",
                .retry(.newConnection(code: .providerAuthFailed, alert: .credentialRefused))
            ),
            (403, "Forbidden", .failed(code: .providerAuthFailed, device: .keep, alert: .configurationInvalid)),
            (404, "BadPath", malformed), (405, "MethodNotAllowed", malformed),
            (410, "Unregistered", unregistered), (410, "ExpiredToken", unregistered),
            (413, "PayloadTooLarge", .failed(code: .payloadTooLarge, device: .keep, alert: nil)),
            (429, "TooManyProviderTokenUpdates", .retry(.rateLimited(after: nil))),
            (429, "TooManyRequests", .retry(.rateLimited(after: nil))),
            (500, "InternalServerError", .retry(.unavailable(.apns, after: nil))),
            (503, "ServiceUnavailable", .retry(.unavailable(.apns, after: nil))),
            (503, "Shutdown", connection),
        ]
    }()

    @Test(arguments: Self.table.indices) func documentedReason(index: Int) {
        let (status, reason, outcome) = Self.table[index]
        let verdict = verdict(status, #"{"reason":"\#(reason)"}"#)
        #expect(verdict.outcome == outcome)
        #expect(verdict.providerStatus == status)
        #expect(verdict.providerReason == reason)
    }

    @Test func accepted() {
        let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
        #expect(verdict(200, "", apnsID: id) == ProviderVerdict(.accepted(messageID: id), status: 200))
        #expect(verdict(200, "not JSON") == ProviderVerdict(.accepted(messageID: nil), status: 200))
    }

    @Test func unknownReasonIsKeptAndJudgedByItsStatus() {
        let rejected = ProviderVerdict.Outcome.failed(code: .providerRejected, device: .keep, alert: nil)
        #expect(verdict(400, #"{"reason":"NewReason"}"#) == ProviderVerdict(rejected, status: 400, reason: "NewReason"))
        #expect(verdict(418, "").outcome == rejected)
        #expect(verdict(302, "").outcome == rejected)
        #expect(
            verdict(502, #"{"reason":"NewReason"}"#)
                == ProviderVerdict(.retry(.unavailable(.apns, after: nil)), status: 502, reason: "NewReason"))
        #expect(
            verdict(403, #"{"reason":"NewReason"}"#).outcome
                == .failed(code: .providerAuthFailed, device: .keep, alert: .configurationInvalid))
        #expect(verdict(429, "").outcome == .retry(.rateLimited(after: nil)))
        #expect(verdict(413, "").outcome == .failed(code: .payloadTooLarge, device: .keep, alert: nil))
    }

    @Test(arguments: ["", "[]", "null", #"{"reason":7}"#, #"{"reason":null}"#, "\u{0}", "{", #"{"timestamp":"x"}"#])
    func anyBodyIsSurvived(body: String) {
        for status in [100, 204, 301, 400, 403, 404, 410, 413, 429, 500, 503, 999] {
            #expect(verdict(status, body).providerReason == nil)
        }
    }

    @Test func storedReasonIsBoundedAndPrintable() {
        let reason = verdict(400, #"{"reason":"a\u0000\nä\#(String(repeating: "x", count: 500))"}"#).providerReason
        #expect(reason?.utf8.count == 100)
        #expect(reason?.hasPrefix("a????x") == true)
    }

    /// A token that died before the device registered again is the old one's news.
    @Test(
        arguments: [
            (#"{"reason":"Unregistered","timestamp":1700000000000}"#, 1_699_999_999_999, true),
            (#"{"reason":"Unregistered","timestamp":1700000000000}"#, 1_700_000_000_000, false),
            (#"{"reason":"Unregistered","timestamp":1700000000000}"#, 1_700_000_000_001, false),
            (#"{"reason":"ExpiredToken","timestamp":1700000000000}"#, 1_600_000_000_000, true),
            (#"{"reason":"Unregistered"}"#, 1_799_999_999_999, true),
            (#"{"reason":"Unregistered"}"#, 1_800_000_000_000, false),
            (#"{"reason":"Unregistered","timestamp":-5}"#, 1_799_999_999_999, true),
            (#"{"reason":"Unregistered","timestamp":"soon"}"#, 1_799_999_999_999, true),
            ("", 1_799_999_999_999, true),
        ] as [(String, Int64, Bool)])
    func goneTokenOfADeviceRegistered(body: String, at time: Int64, isDeactivated: Bool) throws {
        guard case .failed(.tokenUnregistered, let device, nil) = verdict(410, body).outcome else {
            Issue.record("not unregistered")
            return
        }
        #expect(device.deactivates(lastRegistered: Timestamp(milliseconds: time)) == isDeactivated)
    }

    @Test func retryAfterIsHeard() {
        #expect(
            verdict(429, #"{"reason":"TooManyRequests"}"#, retryAfter: "30").outcome
                == .retry(.rateLimited(after: .seconds(30))))
        #expect(verdict(503, "", retryAfter: "7").outcome == .retry(.unavailable(.apns, after: .seconds(7))))
    }
}
