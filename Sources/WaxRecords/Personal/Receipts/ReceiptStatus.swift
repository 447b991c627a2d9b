// SPDX-License-Identifier: Apache-2.0

/// Where a receipt stands: active until somebody reacts, nobody did in time, or it is not wanted any more.
package enum ReceiptStatus: Int64, Sendable, CaseIterable {
    case active = 1
    case acknowledged, expired, canceled

    /// As the API shows it.
    package var label: String { "\(self)" }
}
