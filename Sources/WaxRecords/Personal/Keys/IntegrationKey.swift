// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// One integration key as stored: everything but the key itself.
package struct IntegrationKey: Sendable {
    /// What a key may do with notifications; each level includes those before it.
    package enum NotificationLevel: Int64, Sendable, CaseIterable, Comparable {
        case none, send, schedule

        package var label: String { "\(self)" }
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What a key may do with activities, of which this server has none.
    package enum ActivityLevel: Int64, Sendable, CaseIterable {
        case none, read

        package var label: String { "\(self)" }
    }

    /// The most keys that an account has at a time.
    package static let limit = 25

    package let seq: Int64
    package let id: ULID
    package let account: Int64
    package let name: String
    package let notifications: NotificationLevel
    package let activities: ActivityLevel
    package let isDefault: Bool
    package let expiresAt: Timestamp?
    package let createdAt: Timestamp
}
