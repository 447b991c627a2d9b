// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore

/// A server's database as somebody sees it who has the file and not the master key.
final class StoredData: Sendable {
    private let database: Database

    /// - Parameter directory: the data directory.
    init(_ directory: String) throws {
        database = try Database.open(path: "\(directory)/waxwing.db", migrations: Schema.migrations)
    }

    deinit { database.close() }

    /// Whether no program holds the right to write to the database at this moment.
    static func canBeChanged(_ directory: String) throws -> Bool {
        var options = DatabaseOptions()
        options.busyTimeout = .milliseconds(100)
        do {
            let database = try Database.open(
                path: "\(directory)/waxwing.db", migrations: Schema.migrations, options: options)
            defer { database.close() }
            _ = try database.writeAndWait { try $0.execute("DELETE FROM pushes WHERE seq < 0") }
            return true
        } catch let error as StoreError where error.code == .busy {
            return false
        }
    }

    /// How many rows each table has.
    func rowCounts() throws -> [String: Int64] {
        try database.read { sql in
            let tables = try sql.all("SELECT name FROM sqlite_master WHERE type = 'table'", []) { try $0.text(0) }
            return try tables.reduce(into: [:]) { counts, table in
                counts[table] = try sql.first("SELECT count(*) FROM \(table)", []) { try $0.integer(0) }
            }
        }
    }

    /// Changes rows; how many there were.
    @discardableResult
    func change(_ statement: String, _ values: [SQLValue] = []) throws -> Int {
        try database.writeAndWait { try $0.execute(statement, values) }
    }

    /// The one value of a query.
    func value(_ query: String, _ values: [SQLValue] = []) throws -> [UInt8]? {
        try database.read { sql in try sql.first(query, values) { try $0.optionalBlob(0) } ?? nil }
    }
}
