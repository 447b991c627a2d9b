// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
package import WaxSystem

extension JSONValue {
    /// The time as text; null for nil.
    package init(_ time: Timestamp?) {
        self = time.map { .string($0.rfc3339) } ?? .null
    }

    /// The text; null for nil.
    package init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }

    /// The number; null for nil.
    package init(_ number: Int64?) {
        self = number.map { .number(JSONNumber($0)) } ?? .null
    }
}
