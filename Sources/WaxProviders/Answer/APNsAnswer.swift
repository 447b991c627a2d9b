// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
package import WaxSystem

/// What APNs's answers mean (handling-notification-responses-from-apns).
package enum APNsAnswer {
    /// Judges the answer to a request that was sent at `sentAt`.
    ///
    /// A reason that is not documented is kept and judged by its status: 4xx is final, 5xx is tried again.
    package static func verdict(of answer: ProviderAnswer, sentAt: Timestamp, now: Timestamp) -> ProviderVerdict {
        if answer.status == 200 {
            let id = answer.apnsID.map { BoundedText.printable($0, limit: 64) }
            return ProviderVerdict(.accepted(messageID: id), status: 200)
        }
        let body = (try? JSONReader.parse(answer.body)) ?? .null
        let text = body["reason"]?.stringValue
        guard let reason = text.flatMap(APNsReason.init) ?? APNsReason(status: answer.status) else {
            return ProviderVerdict(
                .failed(code: .providerRejected, device: .keep, alert: nil), status: answer.status, reason: text)
        }
        let outcome = outcome(
            of: reason, sentAt: sentAt, tokenDiedAt: timestamp(in: body) ?? sentAt,
            retryAfter: answer.retryAfter(now: now))
        return ProviderVerdict(outcome, status: answer.status, reason: text)
    }

    private static func outcome(
        of reason: APNsReason, sentAt: Timestamp, tokenDiedAt: Timestamp, retryAfter: Duration?
    ) -> ProviderVerdict.Outcome {
        switch reason {
        case .badDeviceToken:
            return .failed(
                code: .tokenInvalid, device: .deactivateUnlessCommon(unlessRegisteredSince: sentAt), alert: nil)
        case .wrongTopicForToken:
            return .failed(
                code: .tokenNotForApp, device: .deactivateUnlessCommon(unlessRegisteredSince: sentAt), alert: nil)
        case .unregistered:
            return .failed(
                code: .tokenUnregistered, device: .deactivate(unlessRegisteredSince: tokenDiedAt), alert: nil)
        case .payloadTooLarge: return .failed(code: .payloadTooLarge, device: .keep, alert: nil)
        case .malformedRequest: return .failed(code: .providerRejected, device: .keep, alert: .requestInvalid)
        case .wrongConfiguration:
            return .failed(code: .providerConfigInvalid, device: .keep, alert: .configurationInvalid)
        case .credentialRefused: return .failed(code: .providerAuthFailed, device: .keep, alert: .credentialRefused)
        case .forbidden: return .failed(code: .providerAuthFailed, device: .keep, alert: .configurationInvalid)
        case .expiredToken: return .retry(.newToken(alert: .clockWrong))
        case .unrelatedKey: return .retry(.newConnection(code: .providerAuthFailed, alert: .credentialRefused))
        case .connectionOver: return .retry(.newConnection(code: .providerUnavailable))
        // No other token: asking for one too often is what APNs complains of.
        case .tooManyTokenUpdates, .tooManyRequests: return .retry(.rateLimited(after: retryAfter))
        case .unavailable: return .retry(.unavailable(.apns, after: retryAfter))
        }
    }

    /// The milliseconds since the epoch at which APNs noticed that a token had died.
    private static func timestamp(in body: JSONValue) -> Timestamp? {
        guard let milliseconds = body["timestamp"]?.int64Value, milliseconds > 0 else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }
}
