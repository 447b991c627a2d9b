// SPDX-License-Identifier: Apache-2.0
import WaxStore
import WaxSystem

/// Passes everything on and remembers the statements.
final class RecordedStatements: SQLConnection {
    private let connection: any SQLConnection
    private(set) var statements: [(sql: String, values: [SQLValue])] = []

    init(_ connection: any SQLConnection) {
        self.connection = connection
    }

    var dialect: SQLDialect { connection.dialect }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        statements.append((sql, values))
        return try connection.execute(sql, values)
    }

    func insertUnlessKnown(_ sql: String, _ values: [SQLValue]) throws -> Int64? {
        statements.append((sql, values))
        return try connection.insertUnlessKnown(sql, values)
    }

    func executeMany(_ sql: String, count: Int, _ values: (Int) throws -> [SQLValue]) throws -> Int {
        if count > 0 { statements.append((sql, try values(0))) }
        return try connection.executeMany(sql, count: count, values)
    }

    func rows(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws {
        statements.append((sql, values))
        try connection.rows(sql, values, body)
    }

    func executeScript(_ sql: String) throws { try connection.executeScript(sql) }

    /// The steps by which the database carries out each statement that was run.
    func plans() throws -> [(sql: String, steps: [String])] {
        try statements.map { statement in
            let steps = try connection.all("EXPLAIN QUERY PLAN \(statement.sql)", statement.values) { try $0.text(3) }
            return (statement.sql, steps)
        }
    }
}
