// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxObjects
import WaxRecords

/// An OAuth client as the API shows it; its id is the `client_id`.
enum OAuthClientObject {
    /// Only the answer to its creation holds the secret.
    static func json(_ client: OAuthClient, secret: OAuthClientSecret? = nil) -> JSONObject {
        var object: JSONObject = [
            "id": .string(PublicID(.oauthClient, client.id).text), "mode": .string(client.owner.mode.label),
            "label": JSONValue(client.label), "scopes": .array(client.scopes.all.map { .string($0.rawValue) }),
            "created_at": JSONValue(client.createdAt),
        ]
        if let secret { object["client_secret"] = .string(secret.text) }
        return object
    }
}
