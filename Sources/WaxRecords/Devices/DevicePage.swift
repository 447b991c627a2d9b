// SPDX-License-Identifier: Apache-2.0

/// Some devices in key order, and where the next ones begin.
package struct DevicePage: Sendable {
    package let devices: [Device]
    /// Nil once there are no more.
    package let next: FanOutCursor?
}
