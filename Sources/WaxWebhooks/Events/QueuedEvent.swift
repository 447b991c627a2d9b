// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// An event on its way to one webhook.
struct QueuedEvent: Sendable {
    let event: WebhookEvent
    /// Its number among all events of the webhook.
    let n: Int64
    let dueAt: Timestamp
    /// Attempts that have ended.
    let attempts: Int
}
