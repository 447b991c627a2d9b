// SPDX-License-Identifier: Apache-2.0

/// What a read is given: a connection that stops working once the read is over, wherever it was kept.
final class ConnectionLease: SQLConnection {
    let dialect: SQLDialect
    private var connection: (any DatabaseConnection)?

    init(_ connection: any DatabaseConnection) {
        self.connection = connection
        dialect = connection.dialect
    }

    func close() { connection = nil }

    private func live() throws -> any DatabaseConnection {
        guard let connection else { throw StoreError(.misuse, "a connection was used after its read was over") }
        return connection
    }

    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try live().execute(sql, values) }

    func insertUnlessKnown(_ sql: String, _ values: [SQLValue]) throws -> Int64? {
        try live().insertUnlessKnown(sql, values)
    }

    @discardableResult
    func executeMany(_ sql: String, count: Int, _ values: (Int) throws -> [SQLValue]) throws -> Int {
        try live().executeMany(sql, count: count, values)
    }

    func rows(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws {
        try live().rows(sql, values, body)
    }

    func executeScript(_ sql: String) throws { try live().executeScript(sql) }
}
