// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxProviders
package import WaxRecords
package import WaxSystem

/// A device as the API shows it: neither its key nor its whole token. The hint, of a browser the end of its endpoint, is null
/// when the stored token is damaged, and when six characters would be most of it.
package enum DeviceObject {
    package static func json(_ device: Device, app: ULID, mode: Mode, token: String?) -> JSONObject {
        [
            "id": .string(PublicID(.device, device.id).text), "app_id": .string(PublicID(.app, app).text),
            "platform": .string(device.platform.rawValue), "user_id": JSONValue(device.userID),
            "apns_environment": JSONValue(device.environment?.rawValue), "active": .bool(device.isActive),
            "deactivated_at": JSONValue(device.deactivatedAt),
            "deactivation_reason": JSONValue(device.deactivationReason),
            "encryption_key_id": JSONValue(device.keyID),
            "token_hint": JSONValue(token.flatMap { hint($0, device.platform) }),
            "mode": .string(mode.label), "created_at": JSONValue(device.createdAt),
            "updated_at": JSONValue(device.updatedAt), "last_registered_at": JSONValue(device.lastRegisteredAt),
        ]
    }

    private static func hint(_ token: String, _ platform: Platform) -> String? {
        let shown = platform == .web ? WebPushSubscription(stored: token)?.endpoint.text : token
        return shown.flatMap { $0.utf8.count > 8 ? String($0.suffix(6)) : nil }
    }
}
