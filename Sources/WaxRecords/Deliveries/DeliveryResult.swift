// SPDX-License-Identifier: Apache-2.0
package import WaxProviders
package import WaxSystem

/// What an attempt came to, as the delivery's row will say it.
package struct DeliveryResult: Sendable {
    package let n: Int64
    package let state: DeliveryState
    package let history: RetryHistory
    package let errorCode: String?
    package let providerStatus: Int?
    package let providerReason: String?
    package let providerMessageID: String?
    /// When a queued delivery is tried again.
    package let retryAt: Timestamp?

    package init(
        n: Int64, state: DeliveryState, history: RetryHistory, errorCode: String? = nil, providerStatus: Int? = nil,
        providerReason: String? = nil, providerMessageID: String? = nil, retryAt: Timestamp? = nil
    ) {
        self.n = n
        self.state = state
        self.history = history
        self.errorCode = errorCode
        self.providerStatus = providerStatus
        self.providerReason = providerReason
        self.providerMessageID = providerMessageID
        self.retryAt = retryAt
    }
}
