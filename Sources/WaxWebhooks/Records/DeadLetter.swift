// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// An event that a webhook was never told of, and will not be unless somebody asks.
package struct DeadLetter: Sendable {
    package let id: ULID
    /// The webhook's number.
    package let webhook: Int64
    package let failedReason: String
    package let createdAt: Timestamp
    package let replayedAt: Timestamp?
    let event: WebhookEvent

    package var eventID: ULID { event.id }
    package var eventType: EventType { event.type }
}
