// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxSystem

/// The exchange of a signed assertion for an access token (RFC 7523 section 2.1, as Google's OAuth 2.0 service asks it).
enum FCMTokenRequest {
    /// What a token is good for.
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// `iat` lies this far back, so that a clock a little ahead of Google's does no harm.
    static let backdated: Int64 = 30
    /// The time from `iat` to `exp`; Google takes no more than 3600 seconds.
    static let lifetime: Int64 = 3570

    /// The form to post to the credential's `token_uri`. Throws `signingFailed`.
    static func form(for credential: FCMCredential, now: Timestamp) throws(ProviderError) -> [UInt8] {
        let issuedAt = now.seconds - backdated
        let token = JSONWebToken(
            keyID: credential.privateKeyID,
            claims: [
                "iss": .string(credential.clientEmail), "scope": .string(scope),
                "aud": .string(credential.tokenURI), "iat": .number(JSONNumber(issuedAt)),
                "exp": .number(JSONNumber(issuedAt + lifetime)),
            ])
        let assertion = try token.signed(by: credential.privateKey)
        // The characters of a token stand for themselves in a form.
        return Array("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)".utf8)
    }

    /// A token and how long it is good for.
    struct Grant: Equatable {
        let accessToken: String
        let lifetime: Duration
    }

    /// Reads the answer.
    static func grant(from answer: ProviderAnswer, now: Timestamp) throws(ProviderError) -> Grant {
        let body = (try? JSONReader.parse(answer.body)) ?? .null
        switch answer.status {
        case 200:
            guard let token = body["access_token"]?.stringValue, isHeaderSafe(token) else {
                throw .tokenUnavailable(status: 200, retryAfter: nil)
            }
            // Google's tokens live for an hour, which is also assumed where it says nothing.
            let seconds = body["expires_in"]?.int64Value ?? 3600
            return Grant(accessToken: token, lifetime: .seconds(min(max(seconds, 0), 86_400)))
        case 429, 500...599:
            throw .tokenUnavailable(
                status: answer.status, retryAfter: answer.retryAfter(now: now))
        default:
            let reason = body["error"]?.stringValue ?? "none"
            // "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe."
            let isClockWrong = body["error_description"]?.stringValue?.contains("reasonable timeframe") ?? false
            throw .tokenRefused(
                status: answer.status, reason: BoundedText.printable(reason, limit: 100), isClockWrong: isClockWrong)
        }
    }

    private static func isHeaderSafe(_ token: String) -> Bool {
        (1...8192).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
