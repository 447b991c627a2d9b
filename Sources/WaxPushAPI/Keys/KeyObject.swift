// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxObjects
import WaxRecords
import WaxSystem

/// An API key as the API shows it.
enum KeyObject {
    /// `secret` is the key itself, which only the answer to its creation holds.
    static func json(_ key: APIKey, lastUsedAt: Timestamp?, secret: APIKeySecret? = nil) -> JSONObject {
        var object: JSONObject = [
            "id": .string(PublicID(.apiKey, key.id).text), "keyPrefix": .string(key.prefix),
            "mode": .string(key.owner.mode.label), "label": JSONValue(key.label),
            "createdAt": JSONValue(key.createdAt), "lastUsedAt": JSONValue(lastUsedAt),
            "defaultDeny": .bool(key.permissions.defaultDeny), "permissions": .object(key.permissions.json),
            "oauth_grant": false,
        ]
        if let secret { object["key"] = .string(secret.text) }
        return object
    }
}
