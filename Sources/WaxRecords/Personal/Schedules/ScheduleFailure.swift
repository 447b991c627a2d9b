// SPDX-License-Identifier: Apache-2.0

/// Why a scheduled notification was not sent.
package enum ScheduleFailure: Int64, Sendable, CaseIterable {
    case quotaExceeded = 1
    /// Its key was revoked or has expired.
    case keyRevoked
    case internalError

    /// As the API shows it.
    package var label: String {
        switch self {
        case .quotaExceeded: "quota_exceeded"
        case .keyRevoked: "key_revoked"
        case .internalError: "internal_error"
        }
    }
}
