// SPDX-License-Identifier: Apache-2.0

/// What follows an answer that asks for another attempt.
package enum RetryDecision: Hashable, Sendable {
    /// Send again after this wait.
    case again(after: Duration, remedy: RetryRule.Remedy)
    /// The delivery failed.
    case giveUp(code: DeliveryError, alert: AppAlert?)
}
