// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxProviders
import WaxRecords

/// A push as the API shows it; its content is never part of it.
enum PushObject {
    static func json(_ push: Push) -> JSONObject {
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
            "cost_cents": JSONValue(push.costCents), "refunded_cents": JSONValue(push.refundedCents), "fallback": .null,
            "error_code": JSONValue(push.errorCode),
            "error_message": JSONValue(push.errorCode.map(message)), "content_purged": .bool(push.isPurged),
            "created_at": JSONValue(push.createdAt),
        ]
    }

    private static func message(_ code: String) -> String {
        PushFailure(rawValue: code)?.message ?? DeliveryError(rawValue: code)?.message ?? "The push failed."
    }
}
