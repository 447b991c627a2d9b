// SPDX-License-Identifier: Apache-2.0

/// Why a fallback text was not sent; the raw value is the `error_code` of the API.
enum FallbackError: String, Sendable {
    /// The gateway refused it.
    case rejected = "FALLBACK_REJECTED"
    /// The gateway could not be reached, or was unavailable, until the attempts were used up.
    case unavailable = "FALLBACK_UNAVAILABLE"
    /// The gateway was there when the push was accepted, and is not any more.
    case notConfigured = "PROVIDER_NOT_CONFIGURED"
    /// The stored text cannot be read with the server's master key.
    case unreadable = "CONTENT_UNREADABLE"
}
