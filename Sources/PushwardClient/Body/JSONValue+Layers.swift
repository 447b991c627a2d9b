// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

extension JSONValue {
    /// The value with the members of every object in the order of their keys' bytes.
    package var sortedByKeys: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sortedByKeys))
        case .object(let object):
            .object(
                JSONObject(
                    object.map { ($0.key, $0.value.sortedByKeys) }
                        .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }))
        default: self
        }
    }

    /// Whether it is there and neither null nor an empty text.
    package var isNotEmpty: Bool { !isNull && stringValue?.isEmpty != true }
}

extension JSONObject {
    /// The object without the members of these names.
    package func without(_ names: [String]) -> JSONObject {
        var rest = self
        for name in names { rest[name] = nil }
        return rest
    }

    /// Puts `other` on top: objects merge, anything else replaces.
    package mutating func merge(_ other: JSONObject) {
        for (key, value) in other {
            if case .object(var mine)? = self[key], case .object(let theirs) = value {
                mine.merge(theirs)
                self[key] = .object(mine)
            } else {
                self[key] = value
            }
        }
    }
}
