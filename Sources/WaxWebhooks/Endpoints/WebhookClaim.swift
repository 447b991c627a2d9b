// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// The right to send to one webhook until the lease ends. Whoever claims it next has a higher epoch, and nothing can be
/// recorded under an older one.
struct WebhookClaim: Sendable {
    let webhook: Int64
    let epoch: Int64
    var leaseUntil: Timestamp
    /// Whether nothing but failures came from it lately.
    let isFailing: Bool
}
