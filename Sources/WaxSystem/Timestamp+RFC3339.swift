// SPDX-License-Identifier: Apache-2.0

extension Timestamp {
    /// The form in which every answer carries a time: `2026-11-30T08:15:30.250Z`.
    package var rfc3339: String {
        let secondOfDay = Int(seconds - days * 86_400)
        let date = CivilDate(daysSinceEpoch: days)
        return String(unsafeUninitializedCapacity: 40) { text in
            var position = 0
            func put(_ number: Int, digits: Int, _ end: Unicode.Scalar) {
                var rest = number
                for place in (position..<position + digits).reversed() {
                    text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                text[position + digits] = UInt8(ascii: end)
                position += digits + 1
            }
            put(max(date.year, 0), digits: max(4, "\(date.year)".utf8.count), "-")
            put(date.month, digits: 2, "-")
            put(date.day, digits: 2, "T")
            put(secondOfDay / 3600, digits: 2, ":")
            put(secondOfDay / 60 % 60, digits: 2, ":")
            put(secondOfDay % 60, digits: 2, ".")
            put(Int(milliseconds - seconds * 1000), digits: 3, "Z")
            return position
        }
    }

    /// Reads an RFC 3339 date-time that says its offset; nil when `text` is anything else.
    ///
    /// Digits after the third of a fraction are dropped, and a leap second counts as the second after it.
    package init?(rfc3339 text: String) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.take("-"), let month = reader.number(digits: 2),
            reader.take("-"), let day = reader.number(digits: 2), reader.take("T") || reader.take("t"),
            let hour = reader.number(digits: 2), reader.take(":"), let minute = reader.number(digits: 2),
            reader.take(":"), let second = reader.number(digits: 2)
        else { return nil }
        var fraction = 0
        if reader.take(".") {
            guard let read = reader.milliseconds() else { return nil }
            fraction = read
        }
        guard let offset = reader.offsetMinutes(), reader.isAtEnd else { return nil }
        guard (1...12).contains(month), (1...CivilDate.length(ofMonth: month, year: year)).contains(day),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset * 60)
        self.init(milliseconds: seconds * 1000 + Int64(fraction))
    }

    private var days: Int64 { seconds.floorDivided(by: 86_400) }
}

/// Reads the fixed-width numbers of a date-time.
private struct DigitReader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    mutating func number(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        position += digits
        return value
    }

    mutating func milliseconds() -> Int? {
        var value = 0
        var scale = 100
        let start = position
        while let digit = number(digits: 1) {
            value += digit * scale
            scale /= 10
        }
        return position > start ? value : nil
    }

    mutating func offsetMinutes() -> Int? {
        if take("Z") || take("z") { return 0 }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2), take(":"), let minutes = number(digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
