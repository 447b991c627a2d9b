// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxStore

/// A database in a directory of its own, with one table to write to.
struct TestDatabase {
    let directory: TemporaryDirectory
    let database: Database

    init(options: DatabaseOptions = DatabaseOptions()) throws {
        directory = try TemporaryDirectory()
        database = try Self.open(directory.file("wax.db"), options: options)
    }

    var path: String { directory.file("wax.db") }

    static func open(_ path: String, options: DatabaseOptions = DatabaseOptions()) throws -> Database {
        try Database.open(path: path, migrations: [notes], options: options)
    }

    static let notes = Migration(version: 1, name: "notes") { connection in
        let dialect = connection.dialect
        try connection.executeScript(
            """
            CREATE TABLE notes (
                id \(dialect.identity), text \(dialect.text) NOT NULL UNIQUE, body \(dialect.blob),
                score \(dialect.real), size \(dialect.integer) CHECK (size >= 0)) \(dialect.tableOptions);
            CREATE TABLE tags (
                note \(dialect.integer) NOT NULL REFERENCES notes (id), name \(dialect.text) NOT NULL,
                PRIMARY KEY (note, name)) \(dialect.clusteredTableOptions);
            """)
    }

    func texts() throws -> [String] {
        try database.read { try $0.all("SELECT text FROM notes ORDER BY id") { try $0.text(0) } }
    }
}

extension SQLConnection {
    func addNote(_ text: String) throws {
        try execute("INSERT INTO notes (text) VALUES (?)", [.text(text)])
    }
}

extension Database {
    /// How many notes there are.
    func count() throws -> Int64? {
        try read { try $0.first("SELECT count(*) FROM notes") { try $0.integer(0) } }
    }
}
