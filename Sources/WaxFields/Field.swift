// SPDX-License-Identifier: Apache-2.0

/// A member of a request's body: leaving it out and sending null mean different things.
package enum Field<Value> {
    case absent
    case null
    case value(Value)

    /// The value; nil when there is none, or null.
    @inlinable package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the member was left out.
    package var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// The same with another value; a transform that has none, and has reported why, leaves the member absent.
    @inlinable @inline(__always)
    package func map<Result>(_ transform: (Value) -> Result?) -> Field<Result> {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): transform(value).map(Field<Result>.value) ?? .absent
        }
    }
}

extension Field: Sendable where Value: Sendable {}
