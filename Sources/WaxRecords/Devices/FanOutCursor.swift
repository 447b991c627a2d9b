// SPDX-License-Identifier: Apache-2.0

/// How far a push has gone through its devices: the place in its list of users or devices, and the device behind which
/// the next page begins.
package struct FanOutCursor: Equatable, Sendable {
    package static let start = FanOutCursor(position: 0, device: 0)

    package let position: Int
    package let device: Int64

    package init(position: Int, device: Int64) {
        self.position = position
        self.device = device
    }

    /// Reads the form that is stored; nil for any other.
    package init?(text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let position = Int(parts[0]), let device = Int64(parts[1]), position >= 0 else {
            return nil
        }
        self.init(position: position, device: device)
    }

    /// The form that is stored.
    package var text: String { "\(position):\(device)" }
}
