// SPDX-License-Identifier: Apache-2.0

/// What a backend shows of the row that its statement stands on.
///
/// `Row` asks for a value only after it has checked the column's number and kind.
package protocol RowSource: AnyObject {
    /// Counts rows over the statement's whole life, so that a row kept too long can be told from the present one.
    var rowNumber: UInt64 { get }
    var columnCount: Int { get }
    func name(ofColumn column: Int) -> String
    func kind(ofColumn column: Int) -> SQLValue.Kind
    func integer(_ column: Int) -> Int64
    func real(_ column: Int) -> Double
    /// Nil when the stored bytes are not UTF-8.
    func text(_ column: Int) -> String?
    func blob(_ column: Int) -> [UInt8]
}
