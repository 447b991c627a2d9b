// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxRecords

/// What is stored of a scheduled notification: what is sent, and when the next ones are.
struct StoredSchedule: Sendable {
    let notification: NotificationRequest
    let recurrence: RecurrenceRequest?

    init(_ request: ScheduleRequest) {
        notification = request.notification
        recurrence = request.recurrence
    }

    /// Reads the stored form. Throws `RecordError` for what was never stored.
    init(_ object: JSONObject) throws {
        guard let content = object["notification"]?.objectValue,
            let notification = NotificationRequest(stored: content)
        else { throw RecordError.unreadable("scheduled_notifications") }
        self.notification = notification
        recurrence = object["recurrence"]?.objectValue.flatMap(RecurrenceRequest.init(json:))
    }

    var json: JSONObject {
        var object: JSONObject = ["notification": .object(notification.stored)]
        object["recurrence"] = recurrence.map { .object($0.json) }
        return object
    }
}

extension NotificationRequest {
    /// All that a later sending needs.
    var stored: JSONObject {
        var object: JSONObject = [
            "content": .object(content.json), "push": .bool(isPushed),
            "tags": .array(tags.map(JSONValue.string)),
        ]
        object["collapse_id"] = collapseID.map(JSONValue.string)
        object["acknowledge"] = acknowledge.map { .object($0.json) }
        object["callback_url"] = callbackURL.map { .string($0.text) }
        return object
    }

    /// Reads the stored form; nil for what was never stored.
    init?(stored object: JSONObject) {
        guard let content = object["content"]?.objectValue.flatMap(NotificationContent.init(json:)),
            let isPushed = object["push"]?.boolValue
        else { return nil }
        self.content = content
        self.isPushed = isPushed
        collapseID = object["collapse_id"]?.stringValue
        acknowledge = object["acknowledge"]?.objectValue.flatMap(AcknowledgeRequest.init(json:))
        tags = (object["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
        // It was judged when it was taken, and its address is when it is called.
        callbackURL = (object["callback_url"]?.stringValue).flatMap { CallbackURL($0, .any) }
    }
}

extension AcknowledgeRequest {
    /// As it is shown and stored: with the defaults that were taken.
    var json: JSONObject {
        [
            "repeat_seconds": .number(JSONNumber(repeatSeconds)), "expire_seconds": .number(JSONNumber(expireSeconds)),
            "action_title": .string(actionTitle),
        ]
    }

    /// Reads the stored form; nil for what was never stored.
    init?(json object: JSONObject) {
        guard let seconds = object["repeat_seconds"]?.int64Value, let end = object["expire_seconds"]?.int64Value,
            let title = object["action_title"]?.stringValue
        else { return nil }
        repeatSeconds = Int(seconds)
        expireSeconds = Int(end)
        actionTitle = title
    }
}
