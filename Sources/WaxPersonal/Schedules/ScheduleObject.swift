// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxObjects
import WaxProviders
import WaxRecords

/// A scheduled notification as the API shows it; of a sealed text the placeholder and the envelope.
enum ScheduleObject {
    /// Throws when the stored form is damaged.
    static func json(_ schedule: ScheduledNotification) throws -> JSONObject {
        let stored = try StoredSchedule(schedule.content)
        let (request, content) = (stored.notification, stored.notification.content)
        var object: JSONObject = [
            "id": .number(JSONNumber(schedule.seq)), "status": .string(schedule.status.label),
            "send_at": JSONValue(schedule.sendAt), "created_at": JSONValue(schedule.createdAt),
        ]
        for (name, value) in NotificationObject.texts(of: content) { object[name] = value }
        object["volume"] = content.volume.map(JSONValue.number)
        object["collapse_id"] = request.collapseID.map(JSONValue.string)
        object["media"] = content.media.map { ["url": .string($0.url), "type": .string($0.kind.rawValue)] }
        for (name, value) in NotificationObject.rest(of: content) { object[name] = value }
        if !request.isPushed { object["push"] = false }
        object["acknowledge"] = request.acknowledge.map { .object($0.json) }
        if !request.tags.isEmpty { object["tags"] = .array(request.tags.map(JSONValue.string)) }
        object["callback_url"] = request.callbackURL.map { .string($0.text) }
        if let recurrence = stored.recurrence {
            object["recurrence"] = .object(recurrence.json)
            object["occurrence"] = .number(JSONNumber(schedule.occurrences))
        }
        object["last_sent_at"] = schedule.lastSentAt.map { JSONValue($0) }
        if schedule.status == .sent { object["sent_at"] = JSONValue(schedule.lastSentAt) }
        object["notification_id"] = schedule.notification.map { .number(JSONNumber($0)) }
        object["delivery"] = schedule.delivery.map(JSONValue.string)
        object["reason"] = schedule.reason.map(JSONValue.string)
        object["failure_reason"] = schedule.failure.map { .string($0.label) }
        if schedule.status == .canceled { object["canceled_at"] = JSONValue(schedule.endedAt) }
        return object
    }
}
