// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// One value of a column or of a `?` in a statement.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// What a value can be, without the value.
    package enum Kind: String, Sendable {
        case null, integer, real, text, blob
    }

    /// The kind of this value.
    package var kind: Kind {
        switch self {
        case .null: .null
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }
}

extension SQLValue {
    /// 1 or 0: truth values are integers in every column.
    package init(_ value: Bool) { self = .integer(value ? 1 : 0) }

    package init(_ value: Int64) { self = .integer(value) }
    package init(_ value: Int) { self = .integer(Int64(value)) }
    package init(_ value: UInt32) { self = .integer(Int64(value)) }

    /// An integer of any other width that fits into 64 bits with a sign.
    package init(_ value: some BinaryInteger) { self = .integer(Int64(value)) }

    /// Milliseconds since 1970.
    package init(_ value: Timestamp) { self = .integer(value.milliseconds) }

    package init(_ value: Double) { self = .real(value) }
    package init(_ value: String) { self = .text(value) }
    package init(_ value: [UInt8]) { self = .blob(value) }

    /// `null` for nil.
    package init(_ value: Bool?) { self = value.map { SQLValue($0) } ?? .null }

    /// `null` for nil.
    package init(_ value: (some BinaryInteger)?) { self = value.map { SQLValue($0) } ?? .null }

    /// `null` for nil.
    package init(_ value: Timestamp?) { self = value.map { SQLValue($0) } ?? .null }

    /// `null` for nil.
    package init(_ value: Double?) { self = value.map { SQLValue($0) } ?? .null }

    /// `null` for nil.
    package init(_ value: String?) { self = value.map { SQLValue($0) } ?? .null }

    /// `null` for nil.
    package init(_ value: [UInt8]?) { self = value.map { SQLValue($0) } ?? .null }
}

extension SQLValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self.init(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(stringLiteral value: String) { self = .text(value) }
    package init(arrayLiteral elements: UInt8...) { self = .blob(elements) }
}
