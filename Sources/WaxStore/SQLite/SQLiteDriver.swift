// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc
import WaxSystem

/// Opens connections to one SQLite file in WAL mode.
struct SQLiteDriver: DatabaseDriver {
    /// "WAXW" in the file's header, for `file(1)` and against opening another program's database.
    static let applicationID: Int64 = 0x5741_5857

    /// Done once, before the first connection: later SQLite refuses it, and only counts in vain.
    private static let isConfigured = waxwing_sqlite_leave_memory_uncounted() == SQLITE_OK

    private let path: String
    private let options: DatabaseOptions

    /// Creates the file when it is missing, readable by its owner alone; SQLite gives the log the same mode.
    init(path: String, options: DatabaseOptions) throws {
        self.path = path
        self.options = options
        _ = Self.isConfigured
        try DatabaseFile.create(path)
    }

    func openWriter() throws -> any DatabaseConnection {
        let connection = try SQLiteConnection(path: path, isReader: false, busyTimeout: options.busyTimeout)
        // Switching to WAL does not wait by itself for another process that does the same.
        var tries = options.busyTimeout.milliseconds
        while true {
            do {
                try claim(connection)
                break
            } catch let error as StoreError where error.code == .busy && tries > 0 {
                tries -= 1
                usleep(1000)
            }
        }
        try connection.executeScript(
            """
            PRAGMA synchronous = FULL;
            PRAGMA secure_delete = ON;
            PRAGMA foreign_keys = ON;
            PRAGMA journal_size_limit = 67108864;
            PRAGMA wal_autocheckpoint = 16384;
            """)
        try configure(connection, cache: options.writerCache)
        return connection
    }

    func openReader() throws -> any DatabaseConnection {
        let connection = try SQLiteConnection(path: path, isReader: true, busyTimeout: options.busyTimeout)
        try connection.execute("PRAGMA query_only = ON")
        try configure(connection, cache: options.readerCache)
        return connection
    }

    /// Makes sure that the file is Waxwing's, or empty, and in WAL mode.
    private func claim(_ connection: SQLiteConnection) throws {
        let id = try connection.first("PRAGMA application_id") { try $0.integer(0) }
        if id != Self.applicationID {
            let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { try $0.integer(0) }
            guard id == 0, tables == 0 else {
                throw StoreError(.foreign, "the file is not a Waxwing database")
            }
            try connection.execute("PRAGMA application_id = \(Self.applicationID)")
        }
        let mode = try connection.first("PRAGMA journal_mode = WAL") { try $0.text(0) }
        guard mode == "wal" else {
            throw StoreError(.io, "the database's file system cannot hold a write-ahead log")
        }
    }

    /// `temp_store` keeps what a sort or the undoing of a savepoint needs in memory, and out of files that nobody
    /// purges.
    private func configure(_ connection: SQLiteConnection, cache: Int) throws {
        try connection.executeScript(
            """
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -\(cache);
            """)
    }
}
