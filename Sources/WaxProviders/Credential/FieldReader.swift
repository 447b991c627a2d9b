// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// Reads the members of an object and notes what is wrong with each of them.
struct FieldReader {
    private let object: JSONObject
    private let path: String
    private(set) var problems: [FieldProblem] = []

    init(_ object: JSONObject, path: String) {
        self.object = object
        self.path = path
    }

    /// Whether a member is there and not null.
    func has(_ name: String) -> Bool {
        object[name].map { !$0.isNull } ?? false
    }

    /// Whether a member is there and null.
    func isNull(_ name: String) -> Bool {
        object[name]?.isNull ?? false
    }

    /// A text that `isValid`; nil, and a problem unless it is optional, when there is none.
    mutating func text(
        _ name: String, isOptional: Bool = false, expected: String, where isValid: (String) -> Bool = { _ in true }
    ) -> String? {
        guard let value = object[name], !value.isNull else {
            if !isOptional { require(name) }
            return nil
        }
        guard let text = value.stringValue else {
            note(name, .invalidType, "must be a string")
            return nil
        }
        guard isValid(text) else {
            note(name, .invalidValue, "must be \(expected)")
            return nil
        }
        return text
    }

    /// Notes that a member is missing.
    mutating func require(_ name: String) {
        note(name, .required, "is required")
    }

    /// Notes the members whose names are not among `names`.
    mutating func refuseOthers(than names: Set<String>) {
        for key in object.keys where !names.contains(key) { note(key, .unknownField, "is not known") }
    }

    mutating func note(_ name: String, _ code: FieldProblem.Code, _ message: String) {
        problems.append(FieldProblem(field: "\(path).\(name)", code: code, message: message))
    }
}
