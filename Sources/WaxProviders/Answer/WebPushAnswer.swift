// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
package import WaxSystem

/// What the answers of browsers' push services mean (RFC 8030 sections 5 and 7, RFC 8292 section 4.2).
package enum WebPushAnswer {
    /// Judges the answer to a request that was sent at `sentAt`; the status decides.
    ///
    /// No answer stops sending: a service refuses the app's key for one subscription that was made for another key, and a
    /// device may name any server as its push service.
    package static func verdict(of answer: ProviderAnswer, sentAt: Timestamp, now: Timestamp) -> ProviderVerdict {
        if (200...299).contains(answer.status) {
            let name = answer.location.map { BoundedText.printable($0, limit: 256) }
            return ProviderVerdict(.accepted(messageID: name), status: answer.status)
        }
        let reason = reason(in: answer.body)
        return ProviderVerdict(
            outcome(of: answer, reason: reason, sentAt: sentAt, now: now), status: answer.status, reason: reason)
    }

    private static func outcome(
        of answer: ProviderAnswer, reason: String?, sentAt: Timestamp, now: Timestamp
    ) -> ProviderVerdict.Outcome {
        // Apple's name for a subscription that was made for another key.
        if reason == "VapidPkHashMismatch" {
            return .failed(
                code: .tokenNotForApp, device: .deactivateUnlessCommon(unlessRegisteredSince: sentAt), alert: nil)
        }
        switch answer.status {
        case 401: return .retry(.newToken(alert: .configurationInvalid))
        case 403: return .failed(code: .providerAuthFailed, device: .keep, alert: .configurationInvalid)
        case 404, 410:
            return .failed(code: .tokenUnregistered, device: .deactivate(unlessRegisteredSince: sentAt), alert: nil)
        case 413: return .failed(code: .payloadTooLarge, device: .keep, alert: nil)
        case 429: return .retry(.rateLimited(after: answer.retryAfter(now: now)))
        case 500...599: return .retry(.unavailable(.webPush, after: answer.retryAfter(now: now)))
        default: return .failed(code: .providerRejected, device: .keep, alert: nil)
        }
    }

    /// Apple's word for it, or Mozilla's; others answer with prose or nothing.
    private static func reason(in body: [UInt8]) -> String? {
        let object = (try? JSONReader.parse(body)) ?? .null
        return object["reason"]?.stringValue ?? object["error"]?.stringValue
    }
}
