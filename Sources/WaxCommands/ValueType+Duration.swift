// SPDX-License-Identifier: Apache-2.0

extension ValueType where Value == Duration {
    /// A span such as `90` (seconds), `250ms`, `1.5h`, `1h30m` or `7d`, within `range`; to the millisecond.
    package static func duration(_ range: ClosedRange<Duration> = .zero ... .seconds(3_153_600_000)) -> ValueType {
        let bounds = "from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound))"
        return ValueType(name: "TIME", rule: "must be a time such as 90s, 15m or 1h30m, \(bounds)") { text in
            guard let value = DurationText.parse(text), range.contains(value) else { return nil }
            return value
        }
    }
}

/// The text form of spans.
private enum DurationText {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// The largest units that it takes, such as `1h30m`.
    static func text(_ span: Duration) -> String {
        var rest = span.components.seconds * 1000 + span.components.attoseconds / 1_000_000_000_000_000
        var text = ""
        for unit in units where rest >= unit.milliseconds {
            text += "\(rest / unit.milliseconds)\(unit.name)"
            rest %= unit.milliseconds
        }
        return text.isEmpty ? "0s" : text
    }

    static func parse(_ text: String) -> Duration? {
        var rest = text[...]
        var total: Int64 = 0
        repeat {
            guard let part = part(&rest, isAlone: rest.utf8.count == text.utf8.count) else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(part)
            if overflow { return nil }
            total = sum
        } while !rest.isEmpty
        return .milliseconds(total)
    }

    /// Takes a number and its unit off the text; seconds may do without theirs when there is nothing else.
    private static func part(_ rest: inout Substring, isAlone: Bool) -> Int64? {
        guard let whole = digits(&rest), let whole = Int64(whole) else { return nil }
        var fraction: Substring = ""
        if rest.first == "." {
            rest.removeFirst()
            guard let read = digits(&rest) else { return nil }
            fraction = read
        }
        let name = rest.prefix { !isDigit($0) }
        rest = rest.dropFirst(name.count)
        if name.isEmpty && !(isAlone && rest.isEmpty) { return nil }
        guard let unit = units.first(where: { $0.name == (name.isEmpty ? "s" : name) }) else { return nil }
        var (total, overflow) = whole.multipliedReportingOverflow(by: unit.milliseconds)
        if overflow { return nil }
        var scale = unit.milliseconds
        var part: Int64 = 0
        for digit in fraction.utf8.prefix(12) {
            part += (Int64(digit) - 48) * scale / 10
            scale /= 10
        }
        (total, overflow) = total.addingReportingOverflow(part)
        return overflow ? nil : total
    }

    private static func digits(_ rest: inout Substring) -> Substring? {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : digits
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
