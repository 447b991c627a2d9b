// SPDX-License-Identifier: Apache-2.0

/// A member of a request's body: leaving it out and sending null mean different things.
package enum Field<Value> {
    case absent
    case null
    case value(Value)

    package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    package var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    package func map<Result>(_ transform: (Value) -> Result?) -> Field<Result> {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): transform(value).map(Field<Result>.value) ?? .absent
        }
    }
}

extension Field: Sendable where Value: Sendable {}
