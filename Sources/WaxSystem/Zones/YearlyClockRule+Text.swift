// SPDX-License-Identifier: Apache-2.0

extension YearlyClockRule {
    /// Reads a `TZ` value; nil for another form.
    init?(_ text: some Collection<UInt8>) {
        var reader = ClockRuleReader(bytes: Array(text))
        guard reader.name(), let standard = reader.time(hours: 0...24) else { return nil }
        standardOffset = -standard
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.name() else { return nil }
        var summerOffset = standardOffset + 3600
        if !reader.isNext(",") {
            guard let offset = reader.time(hours: 0...24) else { return nil }
            summerOffset = -offset
        }
        guard let start = reader.moment(), let end = reader.moment(), reader.isAtEnd else { return nil }
        summer = Summer(
            offset: summerOffset, start: start.day, startTime: start.time, end: end.day, endTime: end.time)
    }
}

/// Reads the parts of a `TZ` value.
private struct ClockRuleReader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    func isNext(_ character: Unicode.Scalar) -> Bool {
        position < bytes.count && UInt32(bytes[position]) == character.value
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        position += 1
        return true
    }

    /// A zone's abbreviation, which has no meaning here.
    mutating func name() -> Bool {
        let isQuoted = take("<")
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            let isLetter = (97...122).contains(byte | 0x20)
            let isOther = (48...57).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            guard isLetter || (isQuoted && isOther) else { break }
            position += 1
        }
        return position - start >= 3 && (!isQuoted || take(">"))
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        var value = 0
        let start = position
        while position < bytes.count, position - start < 4, (48...57).contains(bytes[position]) {
            value = value * 10 + Int(bytes[position] - 48)
            position += 1
        }
        return position > start && range.contains(value) ? value : nil
    }

    /// Hours, minutes and seconds in seconds.
    mutating func time(hours range: ClosedRange<Int>) -> Int64? {
        let sign: Int64 = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard let hours = number(range) else { return nil }
        var seconds = Int64(hours) * 3600
        for unit in [60, 1] as [Int64] {
            guard take(":") else { break }
            guard let part = number(0...59) else { return nil }
            seconds += Int64(part) * unit
        }
        return sign * seconds
    }

    /// A day and the time of day, which is two o'clock unless it is said.
    mutating func moment() -> (day: YearlyClockRule.Day, time: Int64)? {
        guard take(","), let day = day() else { return nil }
        guard take("/") else { return (day, 7200) }
        return time(hours: 0...167).map { (day, $0) }
    }

    private mutating func day() -> YearlyClockRule.Day? {
        if take("M") {
            guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                let weekday = number(0...6)
            else { return nil }
            return .weekday(weekday, week: week, month: month)
        }
        if take("J") { return number(1...365).map { .julian($0) } }
        return number(0...365).map { .ofYear($0) }
    }
}
