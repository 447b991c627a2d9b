// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
import WaxJSON

/// Why no access token is issued (RFC 6749 section 5.2).
package struct OAuthError: Error, Equatable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidScope = "invalid_scope"
    }

    package let code: Code
    /// For the developer; English, in the characters that the standard allows.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static let unknownClient = OAuthError(.invalidClient, "The client is unknown, or its secret is wrong.")

    package var response: HTTPResponse {
        let body: JSONObject = ["error": .string(code.rawValue), "error_description": .string(description)]
        var response = HTTPResponse.json(
            JSONValue.object(body).compact, status: code == .invalidClient ? 401 : 400)
        if code == .invalidClient { response.headers.add("WWW-Authenticate", "Basic realm=\"oauth\"") }
        return response
    }
}
