// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

extension JSONValue {
    /// Hours since 1970.
    package static func hour(_ hour: UInt32) -> JSONValue { .number(JSONNumber(Int64(hour))) }

    /// The member of this name as hours since 1970; nil when it is none.
    package func hour(_ name: String) -> UInt32? { self[name]?.int64Value.flatMap { UInt32(exactly: $0) } }
}
