// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxJSON
import WaxSystem

/// When a series is sent, as a request says it: `recurrence`.
package struct RecurrenceRequest: Hashable, Sendable {
    package let cron: String
    package let timezone: String
    /// As it was written.
    package let until: String?
    package let count: Int?

    /// Reads the members by their schema; nil when one that must be there breaks it.
    init?(_ fields: FieldReader) {
        let cron = fields.string("cron", required: true, length: 1...128).value
        let timezone = fields.string("timezone", required: true, length: 1...64).value
        until =
            fields.string("until").map { text in
                Timestamp(rfc3339: text) == nil ? fields.refuse("until", .format(ScheduleRequest.timeRule)) : text
            }.value
        count = fields.integer("count", range: 1...Int64(Recurrence.largestCount)).map { Int($0) }.value
        guard let cron, let timezone else { return nil }
        self.cron = cron
        self.timezone = timezone
    }

    /// As requests and answers have it, and as it is stored.
    var json: JSONObject {
        var object: JSONObject = ["cron": .string(cron), "timezone": .string(timezone)]
        object["until"] = until.map(JSONValue.string)
        object["count"] = count.map { .number(JSONNumber($0)) }
        return object
    }

    /// Reads the stored form; nil for what was never stored.
    init?(json object: JSONObject) {
        guard let cron = object["cron"]?.stringValue, let timezone = object["timezone"]?.stringValue else { return nil }
        self.cron = cron
        self.timezone = timezone
        until = object["until"]?.stringValue
        count = object["count"]?.int64Value.map { Int($0) }
    }

    /// What it means, once it keeps the rules for new series. Throws `scheduled_notification.invalid`.
    func checked(_ zones: ZoneDatabase) throws(Problem) -> Recurrence {
        guard until == nil || count == nil else {
            throw ScheduleRequest.broken("until and count do not go together", "until et count s'excluent")
        }
        let recurrence = try recurrence(zones)
        if let gap = recurrence.cron.smallestGap(below: Recurrence.shortestGap) {
            throw ScheduleRequest.broken(
                "two sends would be \(gap) minutes apart, less than \(Recurrence.shortestGap)",
                "deux envois seraient espacés de \(gap) minutes, moins de \(Recurrence.shortestGap)")
        }
        return recurrence
    }

    /// What it means. Throws `scheduled_notification.invalid` when it cannot be read.
    func recurrence(_ zones: ZoneDatabase) throws(Problem) -> Recurrence {
        guard let zone = zones.zone(named: timezone) else {
            throw ScheduleRequest.broken(
                "timezone is not the name of a time zone, such as Europe/Paris",
                "timezone n'est pas le nom d'un fuseau horaire, comme Europe/Paris")
        }
        let expression: CronExpression
        do {
            expression = try CronExpression(cron)
        } catch {
            throw ScheduleRequest.broken(error.description, "l'expression cron ne peut pas être lue")
        }
        return Recurrence(
            cron: expression, zone: zone, until: until.flatMap { Timestamp(rfc3339: $0) }, count: count)
    }
}
