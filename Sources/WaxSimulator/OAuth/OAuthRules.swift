// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxHTTP
import WaxJSON
import WaxSystem

/// What Google's token endpoint checks of a signed assertion.
///
/// Sources: RFC 7523, and developers.google.com/identity/protocols/oauth2/service-account.
struct OAuthRules: Sendable {
    /// The address that assertions must name as their audience.
    let tokenURI: String

    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    /// What lets a program send messages; `cloud-platform` is all that Google has.
    private static let scopes = [
        "https://www.googleapis.com/auth/firebase.messaging", "https://www.googleapis.com/auth/cloud-platform",
    ]
    /// How long an assertion may hold, in seconds.
    private static let longestLife: Int64 = 3600
    /// How far apart the clocks may be, in seconds; Google documents no figure.
    private static let tolerance: Int64 = 60

    /// Judges a request and gives the account that a token may be made for.
    func judge(
        _ request: ProviderRequest, registry: Registry, now: Timestamp
    ) throws(OAuthRefusal) -> Registry.ServiceAccount {
        guard request.method == "POST", request.path == "/token",
            request.headers["content-type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true,
            let form = FormFields(request.body)
        else { throw OAuthRefusal(error: "invalid_request", description: "Bad Request") }
        guard form["grant_type"] == Self.grantType else {
            throw OAuthRefusal(error: "unsupported_grant_type", description: "Invalid grant_type")
        }
        guard let assertion = form["assertion"], let token = SignedToken(assertion) else {
            throw .invalidGrant("Invalid JWT: Failed to parse.")
        }
        guard let issuer = token.claims["iss"]?.stringValue, let account = registry.serviceAccounts[issuer] else {
            throw .invalidGrant("Invalid grant: account not found")
        }
        try check(token, of: account)
        guard let issuedAt = token.seconds("iat"), let end = token.seconds("exp"), issuedAt < end,
            end - issuedAt <= Self.longestLife, issuedAt <= now.seconds + Self.tolerance,
            end > now.seconds - Self.tolerance
        else { throw .invalidTimes }
        return account
    }

    private func check(_ token: SignedToken, of account: Registry.ServiceAccount) throws(OAuthRefusal) {
        // The id of the key may be left out; Google then tries all keys of the account.
        let keyID = token.header["kid"]?.stringValue ?? account.keyID
        guard token.header["alg"]?.stringValue == "RS256", keyID.hasSameBytes(as: account.keyID),
            account.publicKey.isValidSignature(token.signature, for: token.signedBytes)
        else { throw .invalidGrant("Invalid JWT Signature.") }
        guard token.claims["aud"]?.stringValue?.hasSameBytes(as: tokenURI) == true else {
            throw .invalidGrant("Invalid JWT: Failed audience check.")
        }
        let scopes = token.claims["scope"]?.stringValue?.split(separator: " ") ?? []
        guard scopes.contains(where: { scope in Self.scopes.contains { scope.hasSameBytes(as: $0) } }) else {
            throw OAuthRefusal(
                error: "invalid_scope", description: "Invalid OAuth scope or ID token audience provided.")
        }
    }
}
