// SPDX-License-Identifier: Apache-2.0

/// What an answer means for its delivery, with what the provider said about it.
package struct ProviderVerdict: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// The provider took the push, under this name of its own where it gave one.
        case accepted(messageID: String?)
        /// To be sent again by this rule.
        case retry(RetryRule)
        /// Final.
        case failed(code: DeliveryError, device: DeviceEffect, alert: AppAlert?)
    }

    package let outcome: Outcome
    /// The HTTP status; nil when there was no answer.
    package let providerStatus: Int?
    /// The provider's word for it: printable ASCII, at most 100 bytes. Never its free text, which may quote the push.
    package let providerReason: String?

    package init(_ outcome: Outcome, status: Int? = nil, reason: String? = nil) {
        self.outcome = outcome
        providerStatus = status
        providerReason = reason.map { BoundedText.printable($0, limit: 100) }
    }
}
