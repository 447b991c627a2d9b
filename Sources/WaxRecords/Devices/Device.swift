// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
package import WaxProviders
package import WaxSystem

/// One install of an app on one device.
package struct Device: Sendable {
    /// What is known of the key to which its deliveries are sealed.
    package enum Key: Sendable {
        case none
        case registered(HKPublicKey)
        /// A key was registered, but the row does not prove it: nothing may be sent, sealed or plain.
        case unreadable
    }

    package let seq: Int64
    package let id: ULID
    package let app: Int64
    package let platform: Platform
    /// The protected token; `DeviceTable.token(of:)` opens it.
    package let protectedToken: [UInt8]
    package let userID: String?
    package let environment: APNsEnvironment?
    package let isActive: Bool
    package let deactivatedAt: Timestamp?
    package let deactivationReason: String?
    package let key: Key
    package let keyID: String?
    package let createdAt: Timestamp
    package let updatedAt: Timestamp
    package let lastRegisteredAt: Timestamp

    package var hasKey: Bool {
        if case .none = key { false } else { true }
    }
}
