// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// The present row of a query, read by position; it is only good inside the closure it was given to.
///
/// A value of another kind than asked for throws `StoreError` with the column's name, never its content.
package struct Row {
    private let source: any RowSource
    private let number: UInt64

    package init(_ source: any RowSource) {
        self.source = source
        number = source.rowNumber
    }

    package func integer(_ column: Int) throws -> Int64 {
        try check(column, .integer)
        return source.integer(column)
    }

    package func real(_ column: Int) throws -> Double {
        try check(column, .real)
        return source.real(column)
    }

    package func text(_ column: Int) throws -> String {
        try check(column, .text)
        guard let text = source.text(column) else {
            throw StoreError(.typeMismatch, "column \(source.name(ofColumn: column)) holds text that is not UTF-8")
        }
        return text
    }

    package func blob(_ column: Int) throws -> [UInt8] {
        try check(column, .blob)
        return source.blob(column)
    }

    /// An integer that must be 0 or 1.
    package func boolean(_ column: Int) throws -> Bool {
        switch try integer(column) {
        case 0: return false
        case 1: return true
        default:
            throw StoreError(
                .typeMismatch, "column \(source.name(ofColumn: column)) holds an integer that is neither 0 nor 1")
        }
    }

    /// Milliseconds since 1970.
    package func timestamp(_ column: Int) throws -> Timestamp { Timestamp(milliseconds: try integer(column)) }

    package func optionalInteger(_ column: Int) throws -> Int64? { try isNull(column) ? nil : integer(column) }
    package func optionalReal(_ column: Int) throws -> Double? { try isNull(column) ? nil : real(column) }
    package func optionalText(_ column: Int) throws -> String? { try isNull(column) ? nil : text(column) }
    package func optionalBlob(_ column: Int) throws -> [UInt8]? { try isNull(column) ? nil : blob(column) }
    package func optionalBoolean(_ column: Int) throws -> Bool? { try isNull(column) ? nil : boolean(column) }
    package func optionalTimestamp(_ column: Int) throws -> Timestamp? { try isNull(column) ? nil : timestamp(column) }

    package func isNull(_ column: Int) throws -> Bool { try kind(column) == .null }

    /// The value whatever its kind.
    package func value(_ column: Int) throws -> SQLValue {
        switch try kind(column) {
        case .null: .null
        case .integer: .integer(try integer(column))
        case .real: .real(try real(column))
        case .text: .text(try text(column))
        case .blob: .blob(try blob(column))
        }
    }

    package var columnCount: Int { source.columnCount }

    private func check(_ column: Int, _ expected: SQLValue.Kind) throws {
        let kind = try kind(column)
        guard kind == expected else {
            throw StoreError(
                .typeMismatch,
                "column \(source.name(ofColumn: column)) holds \(kind.rawValue), not \(expected.rawValue)")
        }
    }

    private func kind(_ column: Int) throws -> SQLValue.Kind {
        guard source.rowNumber == number else { throw StoreError(.misuse, "a row was read after its query moved on") }
        guard column >= 0, column < source.columnCount else {
            throw StoreError(.misuse, "column \(column) was read of \(source.columnCount)")
        }
        return source.kind(ofColumn: column)
    }
}
