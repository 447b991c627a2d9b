// SPDX-License-Identifier: Apache-2.0

/// Where one delivery stands.
package enum DeliveryState: Int64, Sendable {
    /// Waits for its next attempt.
    case queued
    /// May have been written to a provider; its answer is not known.
    case sending
    case sent
    case failed
    case refused
    case expired
    case cancelled

    package var label: String { "\(self)" }
    package var isFinal: Bool { rawValue >= DeliveryState.sent.rawValue }
}
