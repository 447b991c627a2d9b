// SPDX-License-Identifier: Apache-2.0

/// Any JSON value, with number text, code points and the order of members as they were written.
///
/// Two values are equal when they have the same compact text: strings by code points, numbers by their text,
/// objects by their members in order.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue: Equatable {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameCodePoints(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONValue {
    /// Whether it is `null`.
    package var isNull: Bool { self == .null }

    /// The truth value; nil when this is none.
    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number; nil when this is none.
    package var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The integer by `JSONNumber.int64`; nil when this is none.
    package var int64Value: Int64? { numberValue?.int64 }

    /// The string; nil when this is none.
    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements; nil when this is no array.
    package var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object; nil when this is none.
    package var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of an object; nil when it has none of this name, or when this is no object.
    package subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The element of an array; nil when it has none there, or when this is no array.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let array) = self, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
