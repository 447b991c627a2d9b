// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// One attempt to tell a webhook of an event.
package struct WebhookDelivery: Sendable {
    package let id: ULID
    package let event: ULID
    package let type: EventType
    /// Counted from 1.
    package let attempt: Int64
    package let isSuccess: Bool
    package let httpStatus: Int64?
    package let errorReason: String?
    package let durationMilliseconds: Int64?
    package let occurredAt: Timestamp
}
