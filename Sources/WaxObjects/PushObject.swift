// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxProviders
package import WaxRecords

/// A push as the API shows it; its content is never part of it.
package enum PushObject {
    package static func json(_ push: Push) -> JSONObject {
        [
            "id": .string(PublicID(.push, push.id).text), "app_id": .string(PublicID(.app, push.appID).text),
            "mode": .string(push.owner.mode.label), "status": .string(push.state.label),
            "encrypted": .bool(push.encrypted), "device_count": JSONValue(push.deviceCount),
            "counts": [
                "queued": JSONValue(push.counts.queued), "sent": JSONValue(push.counts.sent),
                "failed": JSONValue(push.counts.failed), "refused": JSONValue(push.counts.refused),
            ],
            "scheduled_at": JSONValue(push.scheduledAt), "sent_at": JSONValue(push.sentAt),
            "cancelled_at": JSONValue(push.cancelledAt),
            "cost_cents": JSONValue(push.costCents), "refunded_cents": JSONValue(push.refundedCents),
            "fallback": push.fallback.map { .object(fallback($0)) } ?? .null,
            "error_code": JSONValue(push.errorCode),
            "error_message": JSONValue(push.errorCode.map(message)), "content_purged": .bool(push.isPurged),
            "created_at": JSONValue(push.createdAt),
        ]
    }

    private static func fallback(_ fallback: Fallback) -> JSONObject {
        [
            "status": .string(fallback.state.label), "message_id": JSONValue(fallback.messageID),
            "error_code": JSONValue(fallback.errorCode),
        ]
    }

    private static func message(_ code: String) -> String {
        PushFailure(rawValue: code)?.message ?? DeliveryError(rawValue: code)?.message ?? "The push failed."
    }
}
