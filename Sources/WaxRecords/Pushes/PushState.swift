// SPDX-License-Identifier: Apache-2.0

/// Where a push stands: scheduled → queued → sending → sent or failed, or cancelled before it is claimed.
package enum PushState: Int64, Sendable {
    case scheduled, queued, sending, sent, failed, cancelled

    package var label: String { "\(self)" }
    package var isFinal: Bool { rawValue >= PushState.sent.rawValue }
}
