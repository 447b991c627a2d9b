// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxSystem

extension ProviderVerdict {
    /// Judges how a request to a provider ended that was sent at `sentAt`.
    package init(of outcome: HTTP2Outcome, from provider: Provider, sentAt: Timestamp, now: Timestamp) {
        switch outcome {
        case .response(let response) where Self.isCutOff(response):
            self.init(.retry(.notProcessed), status: response.status)
        case .response(let response):
            let answer = ProviderAnswer(response)
            self =
                switch provider {
                case .apns: APNsAnswer.verdict(of: answer, sentAt: sentAt, now: now)
                case .fcm: FCMAnswer.verdict(of: answer, sentAt: sentAt, now: now)
                case .webPush: WebPushAnswer.verdict(of: answer, sentAt: sentAt, now: now)
                }
        case .notProcessed(.invalidRequest):
            self.init(.failed(code: .providerRejected, device: .keep, alert: .requestInvalid))
        case .notProcessed(.forbiddenAddress):
            // Whoever registered this endpoint must not reach what stands beside the server, now or later.
            self.init(
                .failed(
                    code: .tokenInvalid, device: .deactivateUnlessCommon(unlessRegisteredSince: sentAt), alert: nil),
                reason: "ForbiddenAddress")
        case .notProcessed: self.init(.retry(.notProcessed))
        case .unknown: self.init(.retry(.unknownOutcome))
        }
    }

    /// Whether the connection was lost in the middle of a refusal whose reason would have come with the body: nothing was
    /// sent, but what that means for the device is not known.
    private static func isCutOff(_ response: HTTP2Response) -> Bool {
        !response.isComplete && (400..<500).contains(response.status) && response.status != 429
    }
}
