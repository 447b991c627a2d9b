// SPDX-License-Identifier: Apache-2.0

/// How a delivery is tried again, and what it fails with when that does not help.
package struct RetryRule: Hashable, Sendable {
    /// What has to happen before the next request.
    package enum Remedy: Hashable, Sendable {
        case nothing
        /// The provider token must be replaced.
        case newToken
        /// The connection must be replaced; this one is left to end.
        case newConnection
    }

    package let remedy: Remedy
    package let backoff: Backoff
    /// The wait that the provider asked for.
    package let retryAfter: Duration?
    /// The code of the delivery once the attempts are used up.
    package let code: DeliveryError
    /// What to raise once the attempts are used up.
    package let alert: AppAlert?
    /// Set when one more attempt is all there is, whatever else happened to the delivery.
    package let once: RetryHistory.Spent?

    private init(
        _ remedy: Remedy = .nothing, _ backoff: Backoff, after retryAfter: Duration? = nil, code: DeliveryError,
        alert: AppAlert? = nil, once: RetryHistory.Spent? = nil
    ) {
        self.remedy = remedy
        self.backoff = backoff
        self.retryAfter = retryAfter
        self.code = code
        self.alert = alert
        self.once = once
    }
}

extension RetryRule {
    /// The request was certainly not processed.
    package static let notProcessed = RetryRule(.nothing, .reconnecting, code: .providerUnavailable)

    /// Whether the request was processed is not known: one more, and no third.
    package static let unknownOutcome = RetryRule(
        .nothing, .short, code: .providerTimeout, once: .unknownOutcome)

    /// The connection is of no more use, the request was not processed.
    package static func newConnection(code: DeliveryError, alert: AppAlert? = nil) -> RetryRule {
        RetryRule(.newConnection, .reconnecting, code: code, alert: alert)
    }

    /// The provider token is too old or was not taken: one more attempt with a new one.
    package static func newToken(alert: AppAlert) -> RetryRule {
        RetryRule(.newToken, .immediate, code: .providerAuthFailed, alert: alert, once: .renewedToken)
    }

    /// The provider asks to slow down.
    package static func rateLimited(after wait: Duration?) -> RetryRule {
        RetryRule(.nothing, .rateLimited, after: wait, code: .providerRateLimited)
    }

    /// The provider is out of order.
    package static func unavailable(_ provider: Provider, after wait: Duration?) -> RetryRule {
        let backoff: Backoff =
            switch provider {
            case .apns: .apnsUnavailable
            case .fcm: .fcmUnavailable
            case .webPush: .webPushUnavailable
            }
        return RetryRule(.nothing, backoff, after: wait, code: .providerUnavailable)
    }
}
