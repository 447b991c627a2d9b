// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// `/v1/oauth/token`: gives an access token for a client's id and secret (RFC 6749 section 4.4).
enum OAuthTokenRoute {
    private static let life = Duration.seconds(3600)

    @Sendable
    static func issue(_ service: PushService, _ request: HTTPRequest) async throws -> HTTPResponse {
        var response: HTTPResponse
        do {
            response = try await answer(service, request)
        } catch let error as OAuthError {
            response = error.response
        }
        response.headers.add("Cache-Control", "no-store")
        response.headers.add("Pragma", "no-cache")
        return response
    }

    private static func answer(_ service: PushService, _ request: HTTPRequest) async throws -> HTTPResponse {
        let tokenRequest = try OAuthTokenRequest(request)
        let found = try service.database.read { sql in
            try OAuthClientTable(sql, service.vault).find(tokenRequest.clientID, secret: tokenRequest.secret)
        }
        guard let client = found else { throw OAuthError.unknownClient }
        let decision = service.count(.oauthClient(client.seq), .registrations)
        if let decision, !decision.isAllowed { throw decision.refusal }
        let scopes = try tokenRequest.scopes(available: client.allowedScopes)
        let token = OAuthAccessToken(mode: client.owner.mode, random: service.random)
        let (vault, expiresAt) = (service.vault, service.time.now() + life)
        try await service.database.write { sql in
            try OAuthTokenTable(sql, vault).insert(token, client: client.seq, scopes: scopes, expiresAt: expiresAt)
        }
        let body: JSONObject = [
            "access_token": .string(token.text), "token_type": "Bearer",
            "expires_in": .number(JSONNumber(life.components.seconds)), "scope": .string(scopes.text),
        ]
        var response = HTTPResponse.json(JSONValue.object(body).compact)
        decision?.addHeaders(to: &response)
        return response
    }
}
