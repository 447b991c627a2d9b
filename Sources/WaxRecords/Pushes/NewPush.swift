// SPDX-License-Identifier: Apache-2.0
package import WaxProviders
package import WaxSystem

/// A push that was accepted and is not stored yet.
package struct NewPush: Sendable {
    package let id: ULID
    package let owner: Owner
    package let app: Int64
    package let target: PushTarget
    package let content: StoredContent
    package let priority: DeliveryOptions.Priority
    package let ttlSeconds: Int64
    package let scheduledAt: Timestamp?
    package let deviceCount: Int
    /// Whether the app required encryption when the push was accepted: devices without a key were not charged then.
    package let requiresEncryption: Bool
    package let priceCents: Int64
    /// What is sent instead when no device can get the push.
    package let fallback: FallbackText?

    package init(
        id: ULID, owner: Owner, app: Int64, target: PushTarget, content: StoredContent,
        priority: DeliveryOptions.Priority,
        ttlSeconds: Int64, scheduledAt: Timestamp?, deviceCount: Int, requiresEncryption: Bool = false,
        priceCents: Int64 = 0, fallback: FallbackText? = nil
    ) {
        self.id = id
        self.owner = owner
        self.app = app
        self.target = target
        self.content = content
        self.priority = priority
        self.ttlSeconds = ttlSeconds
        self.scheduledAt = scheduledAt
        self.deviceCount = deviceCount
        self.requiresEncryption = requiresEncryption
        self.priceCents = priceCents
        self.fallback = fallback
    }
}
