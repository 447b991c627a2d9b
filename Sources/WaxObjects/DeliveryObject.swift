// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxProviders
package import WaxRecords

/// A delivery as the API shows it.
package enum DeliveryObject {
    package static func json(_ delivery: Delivery, of push: Push) -> JSONObject {
        [
            "id": .string(PublicID(.delivery, push.deliveryID(delivery.n)).text),
            "push_id": .string(PublicID(.push, push.id).text),
            "device_id": .string(PublicID(.device, delivery.deviceID).text), "user_id": JSONValue(delivery.userID),
            "platform": .string(delivery.platform.rawValue), "status": .string(delivery.state.label),
            "encrypted": .bool(delivery.encrypted), "error_code": JSONValue(delivery.errorCode),
            "error_message": JSONValue(delivery.errorCode.flatMap { DeliveryError(rawValue: $0)?.message }),
            "provider": .string(delivery.platform.provider.rawValue),
            "provider_message_id": JSONValue(delivery.providerMessageID),
            "provider_status": JSONValue(delivery.providerStatus),
            "provider_reason": JSONValue(delivery.providerReason),
            "attempts": JSONValue(delivery.attempts),
            "cost_cents": JSONValue(delivery.wasCharged(in: push) ? push.priceCents : 0),
            "refunded": .bool(delivery.isRefunded(in: push)),
            "created_at": JSONValue(delivery.createdAt), "sent_at": JSONValue(delivery.sentAt),
        ]
    }
}
