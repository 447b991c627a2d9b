// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// What a failed delivery says about its device.
///
/// The condition belongs into the statement that changes the row (`… AND last_registered_at < ?`), so that a
/// registration which arrives together with the answer wins.
package enum DeviceEffect: Hashable, Sendable {
    /// The device stays as it is.
    case keep
    /// The token is dead, unless the device registered at or after this time.
    case deactivate(unlessRegisteredSince: Timestamp)
    /// As `deactivate`; but when many devices of one app answer the same, the app's configuration is to blame.
    case deactivateUnlessCommon(unlessRegisteredSince: Timestamp)

    /// Whether a device with this last registration becomes inactive.
    package func deactivates(lastRegistered: Timestamp) -> Bool {
        switch self {
        case .keep: false
        case .deactivate(let time), .deactivateUnlessCommon(let time): lastRegistered < time
        }
    }
}
