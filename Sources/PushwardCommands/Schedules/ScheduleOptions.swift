// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON
import WaxSystem

/// The options that say when a notification goes out.
enum ScheduleOptions {
    static let at = Option(optional: "at", .sendTime, help: "when to send it")
    static let after = Option(
        optional: "in", .duration(.seconds(1) ... .seconds(31_536_000)), help: "how long to wait until it is sent")
    static let cron = Option(
        optional: "cron", .string, valueName: "EXPR", help: "send it again and again, such as '30 7 * * 1-5'")
    static let zone = Option(
        optional: "tz", .string, valueName: "ZONE", help: "whose clock --cron means, such as Europe/Paris")
    static let until = Option(optional: "until", .time, help: "the last moment that --cron may send at")
    static let count = Option(optional: "count", .integer(1...1000), help: "how many times --cron sends")

    static let all: [any CommandOption] = [at, after, cron, zone, until, count]

    /// The fields that the options set, which go on top of the finished body. Throws `usage`.
    static func object(_ command: ParsedCommand, now: Timestamp) throws(ClientError) -> JSONObject {
        var object = JSONObject()
        if let time = try time(command, now: now) { object["send_at"] = .string(time) }
        guard let cron = command[cron] else {
            let others: [(String, Bool)] = [
                ("--tz", command[zone] != nil), ("--until", command[until] != nil), ("--count", command[count] != nil),
            ]
            for (name, isGiven) in others where isGiven { throw .usage("\(name) needs --cron") }
            return object
        }
        guard let zone = command[zone] else { throw .usage("--cron needs --tz, such as --tz Europe/Paris") }
        var recurrence: JSONObject = ["cron": .string(cron), "timezone": .string(zone)]
        if let until = command[until] { recurrence["until"] = .string(until) }
        if let count = command[count] { recurrence["count"] = .number(JSONNumber(count)) }
        object["recurrence"] = .object(recurrence)
        return object
    }

    private static func time(_ command: ParsedCommand, now: Timestamp) throws(ClientError) -> String? {
        switch (command[at], command[after]) {
        case (nil, nil): return nil
        case (let time?, nil): return time
        case (nil, let span?): return (now + span).rfc3339
        case (_?, _?): throw .usage("--at and --in exclude each other")
        }
    }
}

extension ValueType where Value == String {
    /// A time, which somebody may write as the span that `--in` takes.
    fileprivate static var sendTime: ValueType {
        ValueType(name: time.syntax.name, rule: "\(time.syntax.rule); a span such as 1h30m is for --in") {
            time.convert($0)
        }
    }
}
