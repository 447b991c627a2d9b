// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// A cron expression of five fields, or one of the words `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`.
///
/// A day matches when the day of month and the day of week do; when neither field is `*`, one of the two is enough.
package struct CronExpression: Hashable, Sendable {
    private static let words = [
        "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *",
        "@yearly": "0 0 1 1 *",
    ]

    /// No expression waits longer: a leap day comes back after eight years.
    private static let longestWait: Int64 = 8 * 366

    let minutes: CronValues
    let hours: CronValues
    private let daysOfMonth: CronValues
    private let months: CronValues
    private let daysOfWeek: CronValues
    private let anyDayOfMonth: Bool
    private let anyDayOfWeek: Bool

    /// Reads an expression. Errors: `CronError`.
    package init(_ text: String) throws(CronError) {
        guard (1...128).contains(text.unicodeScalars.count) else { throw .length }
        var expression = text
        if text.utf8.first == UInt8(ascii: "@") {
            guard let meaning = Self.words[text] else { throw .word }
            expression = meaning
        }
        let fields = expression.split { $0 == " " || $0 == "\t" }
        guard fields.count == CronField.allCases.count else { throw .fieldCount(fields.count) }
        func values(_ field: CronField, _ text: Substring) throws(CronError) -> CronValues {
            guard let values = field.values(text) else { throw .field(field.title) }
            return values
        }
        minutes = try values(.minute, fields[0])
        hours = try values(.hour, fields[1])
        daysOfMonth = try values(.dayOfMonth, fields[2])
        months = try values(.month, fields[3])
        daysOfWeek = try values(.dayOfWeek, fields[4])
        // As croniter has it: a list of all days restricts nothing beside a field with a star.
        anyDayOfMonth = fields[2] == "*" || (daysOfMonth.count == 31 && fields[4].contains("*"))
        anyDayOfWeek = fields[4] == "*" || (daysOfWeek.count == 7 && fields[2].contains("*"))
        guard firstDay(from: 0) != nil else { throw .neverMatches }
    }

    /// Whether every hour of a day matches. Such an expression counts real hours, the others name times of day.
    package var isHourly: Bool { hours.count == 24 }

    /// Whether there are matches on a day.
    func matches(_ date: CivilDate) -> Bool {
        guard months.contains(date.month) else { return false }
        let isDayOfMonth = daysOfMonth.contains(date.day)
        if anyDayOfWeek { return isDayOfMonth }
        let isDayOfWeek = daysOfWeek.contains(date.weekday)
        return anyDayOfMonth ? isDayOfWeek : isDayOfMonth || isDayOfWeek
    }

    /// The first match after a time; both are wall-clock times in minutes since 1970-01-01 00:00. Nil when there is none
    /// for years, which no expression that could be read has.
    func firstMatch(after time: Int64) -> Int64? {
        let start = time + 1
        let day = start.floorDivided(by: 1440)
        if matches(CivilDate(daysSinceEpoch: day)), let minute = firstMinute(from: Int(start - day * 1440)) {
            return day * 1440 + Int64(minute)
        }
        guard let next = firstDay(from: day + 1), let minute = firstMinute(from: 0) else { return nil }
        return next * 1440 + Int64(minute)
    }

    /// The first matching minute of a day that is not before another.
    private func firstMinute(from minute: Int) -> Int? {
        let (hour, rest) = (minute / 60, minute % 60)
        if hours.contains(hour), let found = minutes.first(from: rest) { return hour * 60 + found }
        guard let next = hours.first(from: hour + 1), let first = minutes.first else { return nil }
        return next * 60 + first
    }

    /// The first matching day that is not before another, in days since 1970-01-01.
    private func firstDay(from day: Int64) -> Int64? {
        (day...day + Self.longestWait).first { matches(CivilDate(daysSinceEpoch: $0)) }
    }
}
