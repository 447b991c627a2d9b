// SPDX-License-Identifier: Apache-2.0

/// The error codes that Google documents for FCM (firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode).
enum FCMErrorCode: String, CaseIterable {
    case unspecified = "UNSPECIFIED_ERROR"
    case invalidArgument = "INVALID_ARGUMENT"
    case unregistered = "UNREGISTERED"
    case senderIDMismatch = "SENDER_ID_MISMATCH"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case unavailable = "UNAVAILABLE"
    case `internal` = "INTERNAL"
    case thirdPartyAuthError = "THIRD_PARTY_AUTH_ERROR"

    /// The status it comes with.
    var status: Int {
        switch self {
        case .unspecified, .internal: 500
        case .invalidArgument: 400
        case .unregistered: 404
        case .senderIDMismatch: 403
        case .quotaExceeded: 429
        case .unavailable: 503
        case .thirdPartyAuthError: 401
        }
    }
}
