// SPDX-License-Identifier: Apache-2.0

/// Why Google's token endpoint gives no token (RFC 6749, section 5.2).
struct OAuthRefusal: Error {
    let error: String
    let description: String

    static func invalidGrant(_ description: String) -> OAuthRefusal {
        OAuthRefusal(error: "invalid_grant", description: description)
    }

    static let invalidTimes = invalidGrant(
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and "
            + "exp values in the JWT claim.")
}
