// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxProviders
package import WaxRecords

/// A push app as the API shows it: what its credentials name, never the keys. Of a credential that is stored and does not
/// open every member is null, and `configured` is false.
package enum AppObject {
    package static func json(_ app: PushApp, _ credentials: PushAppCredentials) -> JSONObject {
        let settings = app.settings
        func isStored(_ provider: Provider, _ credential: Any?) -> Bool {
            credential != nil || credentials.damaged.contains(provider)
        }
        return [
            "id": .string(PublicID(.app, app.id).text), "name": .string(settings.name),
            "mode": .string(app.owner.mode.label),
            "apns": isStored(.apns, credentials.apns) ? .object(apns(credentials.apns)) : .null,
            "fcm": isStored(.fcm, credentials.fcm) ? .object(fcm(credentials.fcm)) : .null,
            "web_push": isStored(.webPush, credentials.webPush) ? .object(webPush(credentials.webPush)) : .null,
            "require_encryption": .bool(settings.requireEncryption),
            "placeholder_title": .string(settings.placeholderTitle),
            "placeholder_body": .string(settings.placeholderBody),
            "padding": .string(settings.padding.map(String.init) ?? "none"), "created_at": JSONValue(app.createdAt),
            "updated_at": JSONValue(app.updatedAt),
        ]
    }

    private static func apns(_ credential: APNsCredential?) -> JSONObject {
        [
            "team_id": JSONValue(credential?.teamID), "bundle_id": JSONValue(credential?.bundleID),
            "key_id": JSONValue(credential?.key.keyID), "sandbox_key_id": JSONValue(credential?.sandboxKey?.keyID),
            "configured": .bool(credential != nil),
        ]
    }

    private static func fcm(_ credential: FCMCredential?) -> JSONObject {
        [
            "project_id": JSONValue(credential?.projectID), "client_email": JSONValue(credential?.clientEmail),
            "private_key_id": JSONValue(credential?.privateKeyID),
        ]
    }

    private static func webPush(_ credential: VAPIDCredential?) -> JSONObject {
        ["subject": JSONValue(credential?.subject), "public_key": JSONValue(credential?.publicKeyText)]
    }
}
