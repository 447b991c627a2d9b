// SPDX-License-Identifier: Apache-2.0

/// How much a notification may disturb.
package enum NotificationLevel: String, CaseIterable, Sendable {
    case passive, active
    case timeSensitive = "time-sensitive"
    case critical
}
