// SPDX-License-Identifier: Apache-2.0

/// A kind of value: how its text looks, and what it becomes.
package struct ValueType<Value: Sendable>: Sendable {
    /// How the text looks.
    package let syntax: ValueSyntax
    /// The value of a text; nil when the text breaks the rule.
    package let convert: @Sendable (String) -> Value?

    /// Makes a kind of its own.
    /// - Parameters:
    ///   - name: the place of the value in help, upper case.
    ///   - rule: goes on after the name of an option, as in `must be a whole number`.
    package init(
        name: String, rule: String, completion: ValueSyntax.Completion = .none,
        convert: @escaping @Sendable (String) -> Value?
    ) {
        syntax = ValueSyntax(name: name, rule: rule, completion: completion) { convert($0) != nil }
        self.convert = convert
    }
}

extension ValueType where Value == String {
    /// Any text but none at all.
    package static var string: ValueType {
        ValueType(name: "TEXT", rule: "must not be empty") { $0.isEmpty ? nil : $0 }
    }

    /// Any text, even none.
    package static var anyString: ValueType {
        ValueType(name: "TEXT", rule: "must be text") { $0 }
    }

    /// The path of a directory, which need not be there yet.
    package static var directory: ValueType {
        ValueType(name: "DIR", rule: "must be the path of a directory", completion: .directory) { pathOrNil($0) }
    }

    /// The path of a file, which need not be there yet.
    package static var file: ValueType {
        ValueType(name: "FILE", rule: "must be the path of a file", completion: .file) { pathOrNil($0) }
    }

    private static func pathOrNil(_ text: String) -> String? {
        text.isEmpty || text.utf8.contains(0) ? nil : text
    }
}

extension ValueType where Value == Int {
    /// Decimal digits with an optional minus, within `range`.
    package static func integer(_ range: ClosedRange<Int> = .min ... .max) -> ValueType {
        let rule =
            switch (range.lowerBound, range.upperBound) {
            case (.min, .max): "must be a whole number"
            case (let lowest, .max): "must be a whole number of at least \(lowest)"
            case (.min, let highest): "must be a whole number of at most \(highest)"
            case (let lowest, let highest): "must be a whole number from \(lowest) to \(highest)"
            }
        return ValueType(name: "N", rule: rule) { text in
            guard !text.hasPrefix("+"), let value = Int(text), range.contains(value) else { return nil }
            return value
        }
    }
}

extension ValueType where Value == Bool {
    /// `true` or `false`, and what configuration files also write: `1 0 yes no on off`, in either case.
    static var boolean: ValueType {
        ValueType(name: "BOOL", rule: "must be true or false", completion: .choices(["true", "false"])) { text in
            switch text.lowercased() {
            case "true", "1", "yes", "on": true
            case "false", "0", "no", "off": false
            default: nil
            }
        }
    }
}

extension ValueType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// The raw value of one of the cases.
    package static func choice(_: Value.Type = Value.self) -> ValueType {
        let names = Value.allCases.map(\.rawValue)
        return ValueType(name: "NAME", rule: "must be \(names.joinedWithOr)", completion: .choices(names)) {
            Value(rawValue: $0)
        }
    }
}

extension [String] {
    /// `a`, `a or b`, `a, b or c`.
    var joinedWithOr: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
