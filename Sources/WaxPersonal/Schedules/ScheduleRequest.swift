// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxHTTP
package import WaxJSON
package import WaxSystem

/// A notification that is to be sent later and keeps every rule.
package struct ScheduleRequest: Sendable {
    private static let furthest = Duration.seconds(365 * 24 * 3600)

    package let notification: NotificationRequest
    package let recurrence: RecurrenceRequest?
    /// When it is sent first.
    package let sendAt: Timestamp

    /// Reads and checks a body: its schema, the notification's rules, and last when it is sent.
    package init(
        _ body: JSONObject, by caller: PersonalCaller, targets: TargetPolicy, zones: ZoneDatabase, now: Timestamp
    ) throws {
        let reader = FieldReader(body)
        let fields = NotificationFields(reader)
        let time = reader.string("send_at").map { text in
            Timestamp(rfc3339: text) ?? reader.refuse("send_at", .format(Self.timeRule))
        }.value
        recurrence = reader.nested("recurrence", RecurrenceRequest.init).value
        if time == nil, !reader.hasProblem("send_at"), !reader.hasValue("recurrence") {
            reader.report("send_at", .required)
        }
        try reader.finish()
        notification = try NotificationRequest(fields, by: caller, targets: targets)
        if let time {
            guard time > now else {
                throw Self.broken("send_at is not in the future", "send_at n'est pas dans le futur")
            }
            guard time <= now + Self.furthest else {
                throw Self.broken("send_at is more than 365 days ahead", "send_at est à plus de 365 jours")
            }
        }
        guard let recurrence else {
            guard let time else { preconditionFailure("a body without problems says when") }
            sendAt = time
            return
        }
        guard let first = try recurrence.checked(zones).next(from: time ?? now) else {
            throw Self.broken("the series ends before it begins", "la série se termine avant de commencer")
        }
        sendAt = first
    }

    static func broken(_ english: String, _ french: String) -> Problem {
        Problem(.scheduleInvalid, LocalizedText(english, french))
    }

    static let timeRule = LocalizedText(
        "must be an RFC 3339 time with an offset", "doit être une date RFC 3339 avec un décalage")
}
