// SPDX-License-Identifier: Apache-2.0

/// Why a receipt was canceled.
package enum ReceiptCancelReason: Int64, Sendable, CaseIterable {
    /// By its identifier.
    case api = 1
    /// By a tag.
    case tag
    /// A newer notification with the same collapse id took its place.
    case superseded

    /// As the API shows it.
    package var label: String { "\(self)" }
}
