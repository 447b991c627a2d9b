// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// The members of a request's JSON object; one that is unknown or of another type is refused.
struct ControlFields {
    private let members: JSONObject

    init(_ body: [UInt8], allows names: [String]) throws(ControlProblem) {
        guard let value = try? JSONReader.parse(body), let members = value.objectValue else {
            throw ControlProblem(400, "the body must be a JSON object")
        }
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
