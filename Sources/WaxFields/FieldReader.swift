// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// Reads the members of an object by their rules, and gathers every problem instead of stopping at the first.
package final class FieldReader {
    /// The problems that are told at most: a request may hold any number of unknown members.
    package static let problemLimit = 100

    private let object: JSONObject
    private let path: String
    private let parent: FieldReader?
    private var problems: [FieldProblem] = []
    /// The names that were asked for.
    private var known: [String] = []

    /// Reads the members of a request's body.
    package convenience init(_ object: JSONObject) {
        self.init(object, path: "", parent: nil)
    }

    private init(_ object: JSONObject, path: String, parent: FieldReader?) {
        self.object = object
        self.path = path
        self.parent = parent
        known.reserveCapacity(8)
    }

    /// Throws all problems found, members that nobody asked for among them.
    package func finish() throws(FieldProblems) {
        reportUnknown()
        try check()
    }

    /// Throws all problems found so far; members that nobody asked for are none.
    package func check() throws(FieldProblems) {
        if !problems.isEmpty { throw FieldProblems(problems) }
    }

    /// Notes that a member breaks a rule.
    package func report(_ name: String, _ rule: FieldRule) {
        let root = parent ?? self
        guard root.problems.count < Self.problemLimit else { return }
        root.problems.append(FieldProblem(path + name, rule))
    }

    /// Whether anything was reported so far, here or in an object around this one.
    package var hasProblems: Bool { !(parent ?? self).problems.isEmpty }

    /// Whether a problem with this member was reported.
    package func hasProblem(_ name: String) -> Bool {
        (parent ?? self).problems.contains { $0.field.utf8.elementsEqual((path + name).utf8) }
    }

    /// A member as it stands; `nullable` says whether null means something.
    package func any(_ name: String, required: Bool = false, nullable: Bool = true) -> Field<JSONValue> {
        known.append(name)
        switch object[name] {
        case nil:
            if required { report(name, .required) }
            return .absent
        case .null?:
            if required || !nullable {
                report(name, .notNull)
                return .absent
            }
            return .null
        case let value?: return .value(value)
        }
    }

    /// A string of so many code points.
    package func string(
        _ name: String, required: Bool = false, nullable: Bool = true, length: ClosedRange<Int>? = nil,
        byteLength: ClosedRange<Int>? = nil
    ) -> Field<String> {
        any(name, required: required, nullable: nullable).map { value in
            guard case .string(let text) = value else { return refuse(name, .type(.string)) }
            if let length, !length.contains(text.unicodeScalars.count) { return refuse(name, .length(length)) }
            if let byteLength, !byteLength.contains(text.utf8.count) { return refuse(name, .byteLength(byteLength)) }
            return text
        }
    }

    /// `true` or `false`.
    package func bool(_ name: String, required: Bool = false, nullable: Bool = true) -> Field<Bool> {
        any(name, required: required, nullable: nullable).map { value in
            value.boolValue ?? refuse(name, .type(.boolean))
        }
    }

    /// A number written as an integer, within `range`.
    package func integer(
        _ name: String, required: Bool = false, nullable: Bool = true, range: ClosedRange<Int64>
    ) -> Field<Int64> {
        any(name, required: required, nullable: nullable).map { value in
            guard let number = value.int64Value else { return refuse(name, .type(.integer)) }
            return range.contains(number) ? number : refuse(name, .range(range))
        }
    }

    /// A number of any form within `range`.
    package func number(_ name: String, nullable: Bool = true, range: ClosedRange<Int64>) -> Field<JSONNumber> {
        any(name, nullable: nullable).map { value in
            guard let number = value.numberValue, let value = number.double else {
                return refuse(name, .type(.number))
            }
            let bounds = Double(range.lowerBound)...Double(range.upperBound)
            return bounds.contains(value) ? number : refuse(name, .range(range))
        }
    }

    /// One of a type's raw values.
    @inlinable
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, of type: Choice.Type, required: Bool = false, nullable: Bool = true
    ) -> Field<Choice> where Choice.RawValue == String {
        string(name, required: required, nullable: nullable).map { text in
            // By the bytes as well: to Swift a string is equal to others that look the same.
            guard let choice = Choice(rawValue: text), choice.rawValue.utf8.elementsEqual(text.utf8) else {
                return refuse(name, .oneOf(Choice.allCases.map(\.rawValue)))
            }
            return choice
        }
    }

    /// An object whose members are anything.
    package func object(_ name: String, required: Bool = false, nullable: Bool = true) -> Field<JSONObject> {
        any(name, required: required, nullable: nullable).map { value in
            value.objectValue ?? refuse(name, .type(.object))
        }
    }

    /// An object whose own members `read` takes; members that it does not take are unknown fields.
    package func nested<Value>(
        _ name: String, required: Bool = false, nullable: Bool = true, _ read: (FieldReader) -> Value?
    ) -> Field<Value> {
        object(name, required: required, nullable: nullable).map { object in
            let reader = inside(name, object)
            let value = read(reader)
            reader.reportUnknown()
            return value
        }
    }

    /// Distinct strings, so many of them, each of so many code points.
    package func strings(_ name: String, count: ClosedRange<Int>, length: ClosedRange<Int>) -> Field<[String]> {
        any(name, nullable: false).map { value in
            guard case .array(let items) = value else { return refuse(name, .type(.array)) }
            guard count.contains(items.count) else { return refuse(name, .count(count)) }
            var texts: [String] = []
            var seen: Set<[UInt8]> = []
            for (index, item) in items.enumerated() {
                guard case .string(let text) = item else {
                    report("\(name)[\(index)]", .type(.string))
                    continue
                }
                if !length.contains(text.unicodeScalars.count) { report("\(name)[\(index)]", .length(length)) }
                if !seen.insert(Array(text.utf8)).inserted { report("\(name)[\(index)]", .duplicate) }
                texts.append(text)
            }
            return texts
        }
    }

    /// A reader of an object inside this one; problems count here, and members that it is not asked for are none.
    package func inside(_ name: String, _ object: JSONObject) -> FieldReader {
        FieldReader(object, path: "\(path)\(name).", parent: parent ?? self)
    }

    /// A string that follows `rule`; null counts as a problem.
    package func text(
        _ name: String, required: Bool, _ rule: LocalizedText, where isValid: (String) -> Bool
    ) -> String? {
        string(name, required: required, nullable: false).map { isValid($0) ? $0 : refuse(name, .format(rule)) }.value
    }

    /// Whether the member is there, be it null.
    package func isPresent(_ name: String) -> Bool { object.contains(name) }
    /// Whether the member is there and null.
    package func isNull(_ name: String) -> Bool { object[name]?.isNull ?? false }
    /// Whether the member is there and not null.
    package func hasValue(_ name: String) -> Bool { isPresent(name) && !isNull(name) }

    /// Reports a problem; nil, for the closures that have no value then.
    @inlinable
    package func refuse<Value>(_ name: String, _ rule: FieldRule) -> Value? {
        report(name, rule)
        return nil
    }

    func reportUnknown() {
        // By their bytes: Swift's strings are equal when they merely look the same.
        for (key, _) in object where !known.contains(where: { $0.utf8.elementsEqual(key.utf8) }) {
            report(key, .unknown)
        }
    }
}
