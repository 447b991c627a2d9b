// SPDX-License-Identifier: Apache-2.0

/// Runs statements, one thread at a time; `?` stands for each of the values, in order.
///
/// Statements are prepared once per connection and found again by their text, so the text must not hold values.
package protocol SQLConnection: AnyObject {
    var dialect: SQLDialect { get }

    /// Runs a statement and returns how many rows it changed itself; rows that it returns are passed over.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int

    /// Inserts one row into a table that numbers its rows, and returns the number; nil when the statement has an
    /// `ON CONFLICT DO NOTHING` and did nothing.
    func insertUnlessKnown(_ sql: String, _ values: [SQLValue]) throws -> Int64?

    /// Runs a statement once for each index below `count`, and returns how many rows all of them changed.
    @discardableResult
    func executeMany(_ sql: String, count: Int, _ values: (Int) throws -> [SQLValue]) throws -> Int

    /// Runs a query and hands over each row until `body` returns false; a row is only good inside `body`.
    func rows(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws

    /// Runs several statements without values, separated by semicolons.
    func executeScript(_ sql: String) throws
}

extension SQLConnection {
    /// Inserts one row into a table that numbers its rows, and returns the number.
    package func insert(_ sql: String, _ values: [SQLValue]) throws -> Int64 {
        guard let number = try insertUnlessKnown(sql, values) else {
            throw StoreError(.misuse, "an insert made no row")
        }
        return number
    }

    @discardableResult
    package func execute(_ sql: String) throws -> Int { try execute(sql, []) }

    /// Runs a statement once for each element.
    @inlinable @discardableResult
    package func executeMany<Element>(
        _ sql: String, _ elements: [Element], _ values: (Element) throws -> [SQLValue]
    ) throws -> Int {
        try executeMany(sql, count: elements.count) { try values(elements[$0]) }
    }

    /// Runs a query and hands over every row.
    @inlinable
    package func query(_ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Void) throws {
        try rows(sql, values) { row in
            try body(row)
            return true
        }
    }

    /// The first row of a query, mapped; nil when there is none.
    @inlinable
    package func first<Result>(
        _ sql: String, _ values: [SQLValue] = [], _ map: (Row) throws -> Result
    ) throws -> Result? {
        var result: Result?
        try rows(sql, values) { row in
            result = try map(row)
            return false
        }
        return result
    }

    /// Every row of a query, mapped.
    @inlinable
    package func all<Result>(
        _ sql: String, _ values: [SQLValue] = [], _ map: (Row) throws -> Result
    ) throws -> [Result] {
        var results = [Result]()
        try query(sql, values) { results.append(try map($0)) }
        return results
    }
}
