// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// The members of a request's JSON object; one that is unknown or of another type is refused.
struct ControlFields {
    private let members: JSONObject

    init(_ body: [UInt8], allows names: [String]) throws(ControlProblem) {
        guard let value = try? JSONReader.parse(body), let members = value.objectValue else {
            throw ControlProblem(400, "the body must be a JSON object")
        }
        try self.init(members, allows: names)
    }

    private init(_ members: JSONObject, allows names: [String]) throws(ControlProblem) {
        for key in members.keys where !names.contains(where: { $0.hasSameBytes(as: key) }) {
            throw ControlProblem(422, "there is no field '\(key)'; the fields are \(names.joined(separator: ", "))")
        }
        self.members = members
    }

    func string(_ name: String) throws(ControlProblem) -> String? {
        try value(name, "a text that is not empty") { value in value.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    }

    func required(_ name: String) throws(ControlProblem) -> String {
        guard let text = try string(name) else { throw ControlProblem(422, "'\(name)' is missing") }
        return text
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(ControlProblem) -> Int? {
        try value(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
            value.int64Value.map { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func bool(_ name: String) throws(ControlProblem) -> Bool? {
        try value(name, "true or false", \.boolValue)
    }

    /// A number from 0 to 1.
    func fraction(_ name: String) throws(ControlProblem) -> Double? {
        try value(name, "a number from 0 to 1") { value in
            value.numberValue.flatMap { Double($0.text) }.flatMap { (0...1).contains($0) ? $0 : nil }
        }
    }

    /// The members of each object of a list.
    func objects(_ name: String, allows names: [String]) throws(ControlProblem) -> [ControlFields] {
        let list = try value(name, "a list of objects") { value -> [JSONObject]? in
            guard let items = value.arrayValue else { return nil }
            let objects = items.compactMap(\.objectValue)
            return objects.count == items.count ? objects : nil
        }
        var fields: [ControlFields] = []
        for members in list ?? [] { fields.append(try ControlFields(members, allows: names)) }
        return fields
    }

    /// One of the raw values of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _: Choice.Type
    ) throws(ControlProblem) -> Choice? where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue)
        return try value(name, "one of \(names.joined(separator: ", "))") { value in
            value.stringValue.flatMap(Choice.init(rawValue:))
        }
    }

    /// Whether the member is there and null.
    func isNull(_ name: String) -> Bool { members[name]?.isNull == true }

    private func value<Value>(
        _ name: String, _ rule: String, _ convert: (JSONValue) -> Value?
    ) throws(ControlProblem) -> Value? {
        guard let value = members[name], !value.isNull else { return nil }
        guard let converted = convert(value) else { throw ControlProblem(422, "'\(name)' must be \(rule)") }
        return converted
    }
}
