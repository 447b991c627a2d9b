// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxProviders
package import WaxRecords

/// A push app as the API shows it: what its credentials name, never the keys.
package enum AppObject {
    package static func json(_ app: PushApp, _ credentials: PushAppCredentials) -> JSONObject {
        let settings = app.settings
        return [
            "id": .string(PublicID(.app, app.id).text), "name": .string(settings.name),
            "mode": .string(app.owner.mode.label), "apns": credentials.apns.map { .object(apns($0)) } ?? .null,
            "fcm": credentials.fcm.map { .object(fcm($0)) } ?? .null, "web_push": .null,
            "require_encryption": .bool(settings.requireEncryption),
            "placeholder_title": .string(settings.placeholderTitle),
            "placeholder_body": .string(settings.placeholderBody),
            "padding": .string(settings.padding.map(String.init) ?? "none"), "created_at": JSONValue(app.createdAt),
            "updated_at": JSONValue(app.updatedAt),
        ]
    }

    private static func apns(_ credential: APNsCredential) -> JSONObject {
        [
            "team_id": .string(credential.teamID), "bundle_id": .string(credential.bundleID),
            "key_id": .string(credential.key.keyID), "sandbox_key_id": JSONValue(credential.sandboxKey?.keyID),
            "configured": true,
        ]
    }

    private static func fcm(_ credential: FCMCredential) -> JSONObject {
        [
            "project_id": .string(credential.projectID), "client_email": .string(credential.clientEmail),
            "private_key_id": .string(credential.privateKeyID),
        ]
    }
}
