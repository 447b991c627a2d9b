// SPDX-License-Identifier: Apache-2.0

/// What the fields of a cron expression may say.
enum CronField: CaseIterable {
    case minute, hour, dayOfMonth, month, dayOfWeek

    /// What `*` stands for, and where a step ends.
    private var range: ClosedRange<Int> {
        switch self {
        case .minute: 0...59
        case .hour: 0...23
        case .dayOfMonth: 1...31
        case .month: 1...12
        case .dayOfWeek: 0...6
        }
    }

    /// The numbers that may be written: Sunday is both 0 and 7.
    private var numbers: ClosedRange<Int> { self == .dayOfWeek ? 0...7 : range }

    /// Words that stand for numbers, from the first number on.
    private var names: [String] {
        switch self {
        case .minute, .hour, .dayOfMonth: []
        case .month: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
        case .dayOfWeek: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]
        }
    }

    /// The name of the field in a message.
    var title: String {
        switch self {
        case .minute: "minute"
        case .hour: "hour"
        case .dayOfMonth: "day of month"
        case .month: "month"
        case .dayOfWeek: "day of week"
        }
    }

    /// Reads a list of `*`, numbers, ranges and steps; nil for anything else.
    func values(_ text: Substring) -> CronValues? {
        var values = CronValues()
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let numbers = numbers(item) else { return nil }
            for number in numbers { values.insert(self == .dayOfWeek ? number % 7 : number) }
        }
        return values
    }

    private func numbers(_ item: Substring) -> StrideThrough<Int>? {
        let parts = item.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var step: Int?
        if parts.count == 2 {
            guard let number = Self.number(parts[1]), number > 0 else { return nil }
            step = number
        }
        guard let bounds = bounds(parts[0], hasStep: step != nil) else { return nil }
        return stride(from: bounds.lowerBound, through: bounds.upperBound, by: step ?? 1)
    }

    private func bounds(_ text: Substring, hasStep: Bool) -> ClosedRange<Int>? {
        if text == "*" { return range }
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = value(ends[0]) else { return nil }
        // A step after a single number counts from it to the end.
        guard ends.count == 2 else { return first...(hasStep ? max(first, range.upperBound) : first) }
        guard var last = value(ends[1]) else { return nil }
        // The Sunday that ends a week is the seventh day.
        if self == .dayOfWeek, last == 0, first > 0 { last = 7 }
        return first <= last ? first...last : nil
    }

    private func value(_ text: Substring) -> Int? {
        if let number = Self.number(text) { return numbers.contains(number) ? number : nil }
        let word = text.uppercased()
        return names.firstIndex { $0.utf8.elementsEqual(word.utf8) }.map { $0 + range.lowerBound }
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}
