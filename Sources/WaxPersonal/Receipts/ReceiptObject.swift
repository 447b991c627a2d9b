// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxObjects
import WaxRecords

/// A receipt as the API shows it.
enum ReceiptObject {
    static func json(_ receipt: Receipt, of person: Person) -> JSONObject {
        var object: JSONObject = [
            "notification_id": .number(JSONNumber(receipt.notification)), "status": .string(receipt.status.label),
            "repeat_seconds": .number(JSONNumber(receipt.repeatSeconds)),
            "repeats_sent": .number(JSONNumber(receipt.repeatsSent)), "expires_at": JSONValue(receipt.expiresAt),
            "created_at": JSONValue(receipt.createdAt),
        ]
        object["last_delivered_at"] = receipt.lastDeliveredAt.map { JSONValue($0) }
        switch receipt.status {
        case .active, .expired: break
        case .acknowledged:
            object["acknowledged_at"] = JSONValue(receipt.endedAt)
            object["acknowledged_by"] = .string(PublicID(.person, person.id).text)
            object["action_id"] = receipt.details.actionID.map(JSONValue.string)
        case .canceled:
            object["canceled_at"] = JSONValue(receipt.endedAt)
            object["cancel_reason"] = receipt.cancelReason.map { .string($0.label) }
        }
        if !receipt.details.tags.isEmpty { object["tags"] = .array(receipt.details.tags.map(JSONValue.string)) }
        object["callback"] = receipt.callback.map { .object(json($0)) }
        return object
    }

    private static func json(_ callback: Callback) -> JSONObject {
        var object: JSONObject = [
            "status": .string(callback.status.label), "attempts": .number(JSONNumber(callback.attempts)),
        ]
        object["delivered_at"] = callback.deliveredAt.map { JSONValue($0) }
        object["last_status_code"] = callback.lastStatusCode.map { .number(JSONNumber($0)) }
        return object
    }
}
