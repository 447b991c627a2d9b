// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxSystem

/// One webhook as stored: an address and what it is told of, without its secrets.
package struct Webhook: Sendable {
    package let seq: Int64
    package let id: ULID
    package let owner: Owner
    package let url: String
    package let events: EventTypes
    package let isActive: Bool
    package let deactivatedReason: String?
    package let deactivatedAt: Timestamp?
    package let health: WebhookHealth
    package let secretRotatedAt: Timestamp?
    package let createdAt: Timestamp
}
