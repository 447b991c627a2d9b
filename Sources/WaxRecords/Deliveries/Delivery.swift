// SPDX-License-Identifier: Apache-2.0
package import WaxProviders
package import WaxSystem

/// One delivery of one push as stored.
package struct Delivery: Sendable {
    package let n: Int64
    package let device: Int64
    package let deviceID: ULID
    package let platform: Platform
    package let userID: String?
    package let state: DeliveryState
    package let encrypted: Bool
    package let attempts: Int64
    package let errorCode: String?
    package let providerStatus: Int64?
    package let providerReason: String?
    package let providerMessageID: String?
    package let createdAt: Timestamp
    package let sentAt: Timestamp?
}
