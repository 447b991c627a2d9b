// SPDX-License-Identifier: Apache-2.0
package import WaxProviders
package import WaxSystem

/// A delivery that a claim found unfinished.
package struct PendingDelivery: Sendable {
    package let n: Int64
    package let device: Int64
    package let history: RetryHistory
    /// Whether an attempt was under way when its sender stopped.
    package let wasSending: Bool
    package let createdAt: Timestamp
}
