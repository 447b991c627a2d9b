// SPDX-License-Identifier: Apache-2.0
package import WaxProviders
package import WaxSystem

/// One push as stored, without its content.
package struct Push: Sendable {
    package struct Counts: Equatable, Sendable {
        package var queued: Int64
        package var sent: Int64
        package var failed: Int64
        package var refused: Int64

        package init(queued: Int64 = 0, sent: Int64 = 0, failed: Int64 = 0, refused: Int64 = 0) {
            self.queued = queued
            self.sent = sent
            self.failed = failed
            self.refused = refused
        }
    }

    package let seq: Int64
    package let id: ULID
    package let owner: Owner
    package let app: Int64
    /// The app's public identifier.
    package let appID: ULID
    package let state: PushState
    /// Whether encryption was required when sending started; before that, whether the app requires it now.
    package let encrypted: Bool
    package let target: PushTarget
    /// The devices that get it: as counted at acceptance, until every delivery is made.
    package let deviceCount: Int64
    package let counts: Counts
    package let errorCode: String?
    package let priority: DeliveryOptions.Priority
    package let ttlSeconds: Int64
    package let createdAt: Timestamp
    package let scheduledAt: Timestamp?
    package let sentAt: Timestamp?
    package let cancelledAt: Timestamp?
    package let isPurged: Bool
    package let priceCents: Int64
    /// Whether the app required encryption when the push was accepted.
    package let acceptedEncrypted: Bool
    package let costCents: Int64
    package let refundedCents: Int64
    /// What there is to say of its fallback text; nil when it has none.
    package let fallback: Fallback?

    /// How its deliveries are to be carried.
    package func options(_ stored: StoredContent) -> DeliveryOptions {
        DeliveryOptions(priority: priority, ttlSeconds: Int(ttlSeconds), collapseKey: stored.collapseKey)
    }

    /// The identifier of this push's delivery number `n`: it sorts behind the push's earlier deliveries.
    package func deliveryID(_ n: Int64) -> ULID {
        Self.deliveryID(push: id, n)
    }

    package static func deliveryID(push: ULID, _ n: Int64) -> ULID {
        ULID(number: (push.number >> 32) << 32 | UInt128(UInt32(truncatingIfNeeded: n)))
    }

    /// The number of the delivery that `deliveryID` names; nil when it is another push's.
    package func deliveryNumber(_ deliveryID: ULID) -> Int64? {
        guard deliveryID.number >> 32 == id.number >> 32 else { return nil }
        return Int64(UInt32(truncatingIfNeeded: deliveryID.number))
    }
}
