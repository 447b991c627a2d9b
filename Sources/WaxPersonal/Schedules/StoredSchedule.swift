// SPDX-License-Identifier: Apache-2.0
import WaxJSON
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
