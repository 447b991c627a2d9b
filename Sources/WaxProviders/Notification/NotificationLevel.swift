// SPDX-License-Identifier: Apache-2.0

/// How far a notification may interrupt somebody; the raw value is the API's, and APNs's `interruption-level`
/// (generating-a-remote-notification).
package enum NotificationLevel: String, Sendable, CaseIterable {
    /// Without sound, and without lighting the screen.
    case passive
    case active
    /// Through a focus that the person allows it to break.
    case timeSensitive = "time-sensitive"
    /// Even when the device is muted.
    case critical

    /// What is passive need not wake the device.
    package var priority: DeliveryOptions.Priority { self == .passive ? .normal : .high }
}
