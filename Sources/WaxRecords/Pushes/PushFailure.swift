// SPDX-License-Identifier: Apache-2.0

/// Why a whole push failed, where none of its deliveries says so; the raw value is the `error_code` of the API.
package enum PushFailure: String, Sendable, CaseIterable {
    case noDevices = "NO_DEVICES"
    case contentUnreadable = "CONTENT_UNREADABLE"
    case recordDamaged = "RECORD_DAMAGED"

    /// One sentence for the developer who reads the push.
    package var message: String {
        switch self {
        case .noDevices: "No active device matches the target."
        case .contentUnreadable: "The stored content could not be read with the server's master key."
        case .recordDamaged: "What the server stored about the push or its devices is damaged."
        }
    }
}
