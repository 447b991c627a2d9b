// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
package import WaxSystem

/// What the answers of FCM HTTP v1 mean (firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode, error-codes).
package enum FCMAnswer {
    /// Judges the answer to a request that was sent at `sentAt`; the error code decides, and the status where there is none.
    package static func verdict(of answer: ProviderAnswer, sentAt: Timestamp, now: Timestamp) -> ProviderVerdict {
        if answer.status == 200 {
            let name = (try? JSONReader.parse(answer.body))?["name"]?.stringValue
            return ProviderVerdict(
                .accepted(messageID: name.map { BoundedText.printable($0, limit: 256) }), status: 200)
        }
        let error = FCMError(body: answer.body)
        let outcome =
            outcome(ofCode: error, answer: answer, sentAt: sentAt, now: now)
            ?? outcome(ofStatus: answer, now: now)
        return ProviderVerdict(outcome, status: answer.status, reason: error.code ?? error.status)
    }

    private static func outcome(
        ofCode error: FCMError, answer: ProviderAnswer, sentAt: Timestamp, now: Timestamp
    ) -> ProviderVerdict.Outcome? {
        switch error.code {
        case "UNREGISTERED":
            .failed(code: .tokenUnregistered, device: .deactivate(unlessRegisteredSince: sentAt), alert: nil)
        case "SENDER_ID_MISMATCH":
            .failed(code: .tokenNotForApp, device: .deactivateUnlessCommon(unlessRegisteredSince: sentAt), alert: nil)
        case "THIRD_PARTY_AUTH_ERROR":
            // The project's credential for Apple or web push, which other devices do not need.
            .failed(code: .providerAuthFailed, device: .keep, alert: .configurationInvalid)
        case "UNSPECIFIED_ERROR":
            .failed(code: .providerRejected, device: .keep, alert: nil)
        case "QUOTA_EXCEEDED":
            .retry(.rateLimited(after: answer.retryAfter(now: now)))
        case "INTERNAL", "UNAVAILABLE":
            .retry(.unavailable(.fcm, after: answer.retryAfter(now: now)))
        default:
            // Most of INVALID_ARGUMENT is the request's fault; only these words are the token's.
            answer.status == 400 && error.blamesToken
                ? .failed(
                    code: .tokenInvalid, device: .deactivateUnlessCommon(unlessRegisteredSince: sentAt), alert: nil)
                : nil
        }
    }

    private static func outcome(ofStatus answer: ProviderAnswer, now: Timestamp) -> ProviderVerdict.Outcome {
        switch answer.status {
        case 401: .retry(.newToken(alert: .credentialRefused))
        case 403: .failed(code: .providerAuthFailed, device: .keep, alert: .credentialRefused)
        case 404: .failed(code: .providerConfigInvalid, device: .keep, alert: .configurationInvalid)
        case 413: .failed(code: .payloadTooLarge, device: .keep, alert: nil)
        case 429: .retry(.rateLimited(after: answer.retryAfter(now: now)))
        case 500...599: .retry(.unavailable(.fcm, after: answer.retryAfter(now: now)))
        default: .failed(code: .providerRejected, device: .keep, alert: nil)
        }
    }
}
