// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxRecords
import WaxSystem

/// A request for an access token: the form of RFC 6749 section 4.4.2, and the client's id and secret, which stand in an
/// `Authorization` header or in the form (section 2.3.1).
struct OAuthTokenRequest {
    let clientID: ULID
    let secret: OAuthClientSecret
    private let form: [String: String]

    init(_ request: HTTPRequest) throws(OAuthError) {
        form = try Self.form(request)
        let header = try Self.basicCredentials(request.head)
        let inForm = (id: form["client_id"], secret: form["client_secret"])
        if let header {
            guard inForm.secret == nil, inForm.id ?? header.id == header.id else {
                throw OAuthError(.invalidRequest, "The client must authenticate in one way only.")
            }
        }
        guard let id = header?.id ?? inForm.id, let secret = header?.secret ?? inForm.secret else {
            throw OAuthError(.invalidClient, "The client must authenticate with its id and secret.")
        }
        guard let clientID = PublicID(.oauthClient, text: id), let secret = OAuthClientSecret(secret) else {
            throw OAuthError.unknownClient
        }
        self.clientID = clientID.ulid
        self.secret = secret
    }

    /// The scopes asked for; all of `available` when none are. Throws when the grant type is another one.
    func scopes(available: OAuthScopes) throws(OAuthError) -> OAuthScopes {
        guard let grantType = form["grant_type"] else {
            throw OAuthError(.invalidRequest, "grant_type is required.")
        }
        guard grantType == "client_credentials" else {
            throw OAuthError(.unsupportedGrantType, "grant_type must be client_credentials.")
        }
        let scopes = form["scope"].map(OAuthScopes.init) ?? available
        guard let scopes, !scopes.all.isEmpty, scopes.isSubset(of: available) else {
            throw OAuthError(.invalidScope, "The scope is unknown, or the client may not have it.")
        }
        return scopes
    }

    private static func form(_ request: HTTPRequest) throws(OAuthError) -> [String: String] {
        let type = (request.head.headers["content-type"] ?? "").split(separator: ";").first ?? ""
        guard type.filter({ $0 != " " }).lowercased() == "application/x-www-form-urlencoded" else {
            throw OAuthError(.invalidRequest, "The body must be application/x-www-form-urlencoded.")
        }
        guard let items = QueryItem.parse(request.body[...]) else {
            throw OAuthError(.invalidRequest, "The body is not a valid form.")
        }
        var form: [String: String] = [:]
        // A parameter without a value counts as left out (section 3.2).
        for item in items where !item.value.isEmpty {
            guard form.updateValue(item.value, forKey: item.name) == nil else {
                throw OAuthError(.invalidRequest, "A parameter is there twice.")
            }
        }
        return form
    }

    private static func basicCredentials(_ head: HTTPRequestHead) throws(OAuthError) -> (id: String, secret: String)? {
        let fields = head.headers.values("authorization")
        guard !fields.isEmpty else { return nil }
        guard fields.count == 1, let credentials = BasicCredentials(authorization: fields[0]) else {
            throw OAuthError(.invalidClient, "The Authorization header must be Basic, with the client's id and secret.")
        }
        return (credentials.user, credentials.password)
    }
}
