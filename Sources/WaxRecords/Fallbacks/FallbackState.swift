// SPDX-License-Identifier: Apache-2.0

/// Where a push's fallback text stands: it is pending until the push is final.
package enum FallbackState: Int64, Sendable {
    case pending, sending, sent, failed
    /// A device got the push.
    case notNeeded
    /// The push was cancelled.
    case cancelled

    package var label: String { self == .notNeeded ? "not_needed" : "\(self)" }
}
