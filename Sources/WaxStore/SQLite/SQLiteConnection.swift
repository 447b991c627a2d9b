// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc
import WaxSystem

/// A connection to an SQLite file; the owner of its `sqlite3`.
final class SQLiteConnection: DatabaseConnection, @unchecked Sendable {
    // Sendable: opened without SQLite's own mutex; the pool and the writer give it to one thread at a time.
    private let pointer: OpaquePointer
    private var cache = StatementCache(capacity: 128)
    private var isClosed = false
    private(set) var changeCount: UInt64 = 0
    private let busyTimeout: Duration
    let dialect = SQLDialect.sqlite

    /// Opens an existing file. Errors: `io`, `foreign`, `readOnly`.
    init(path: String, isReader: Bool, busyTimeout: Duration) throws {
        var opened: OpaquePointer?
        let flags =
            SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (isReader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
        let status = sqlite3_open_v2(path, &opened, flags, nil)
        guard status == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw StoreError(sqlite: status, String(cString: sqlite3_errstr(status)))
        }
        pointer = opened
        self.busyTimeout = busyTimeout
        waitWhenBusy(atMost: busyTimeout)
        // Double quotes name columns and never text; the database cannot be damaged by statements alone.
        for (option, value) in [
            (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DEFENSIVE, 1),
        ] as [(Int32, Int32)] {
            try check(waxwing_sqlite_db_config(opened, option, value))
        }
    }

    deinit { close() }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        cache.removeAll()
        sqlite3_close_v2(pointer)
    }

    func versionReader() -> (@Sendable () -> DatabaseVersion)? {
        guard let start = waxwing_sqlite_log_index(pointer) else { return nil }
        // The address as a number may cross threads; the memory stays where it is while the file is open.
        let address = UInt(bitPattern: start)
        return {
            let words = waxwing_sqlite_read_version(UnsafeRawPointer(bitPattern: address)).words
            return DatabaseVersion(SIMD8(words.0, words.1, words.2, words.3, words.4, words.5, 0, 0))
        }
    }

    // MARK: Transactions

    var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

    func begin(_ kind: TransactionKind) throws {
        switch kind {
        case .read: try execute("BEGIN")
        case .write, .migration: try execute("BEGIN IMMEDIATE")
        }
    }

    func commit() throws { try execute("COMMIT") }

    func rollback() {
        guard isInTransaction else { return }
        // Only fails when nothing is left to undo.
        _ = try? execute("ROLLBACK")
    }

    func truncateLog() throws -> Bool {
        // Once all is copied, new readers do without the log, so only those already under way are waited for.
        waitWhenBusy(atMost: min(.milliseconds(50), busyTimeout))
        defer { waitWhenBusy(atMost: busyTimeout) }
        let status = sqlite3_wal_checkpoint_v2(pointer, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        if status & 0xFF == SQLITE_BUSY { return false }
        try check(status)
        return true
    }

    /// Has statements wait for other connections: in short steps, so that a process that writes all the time, with
    /// a pause of a fraction of a millisecond between commits, does not shut the others out.
    private func waitWhenBusy(atMost limit: Duration) {
        sqlite3_busy_handler(
            pointer,
            { limit, tries in
                guard Int(tries) < Int(bitPattern: limit) else { return 0 }
                usleep(1000)
                return 1
            }, UnsafeMutableRawPointer(bitPattern: Int(limit.milliseconds)))
    }

    // MARK: Statements

    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try withStatement(sql) { try run($0, values) }
    }

    func insertUnlessKnown(_ sql: String, _ values: [SQLValue]) throws -> Int64? {
        switch try execute(sql, values) {
        case 0: return nil
        case 1: return sqlite3_last_insert_rowid(pointer)
        default: throw StoreError(.misuse, "an insert made several rows")
        }
    }

    @discardableResult
    func executeMany(_ sql: String, count: Int, _ values: (Int) throws -> [SQLValue]) throws -> Int {
        try withStatement(sql) { statement in
            var changed = 0
            for index in 0..<count { changed += try run(statement, values(index)) }
            return changed
        }
    }

    func rows(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws {
        try withStatement(sql) { statement in
            try statement.run(values) { try body(Row(statement)) }
        }
    }

    func executeScript(_ sql: String) throws {
        var sql = sql
        changeCount += 1
        try sql.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let statement = try prepare(&rest, flags: 0) {
                try statement.run([]) { true }
            }
        }
    }

    /// How many statements are kept prepared.
    var preparedCount: Int { cache.count }

    /// Returns how many rows the statement changed, not counting those that triggers and cascades changed.
    private func run(_ statement: SQLiteStatement, _ values: [SQLValue]) throws -> Int {
        let before = sqlite3_total_changes64(pointer)
        try statement.run(values) { true }
        // The second count is left over from another statement when this one cannot change rows.
        return sqlite3_total_changes64(pointer) == before ? 0 : Int(sqlite3_changes64(pointer))
    }

    private func withStatement<Result>(
        _ sql: String, _ body: (SQLiteStatement) throws -> Result
    ) throws -> Result {
        let statement = try cache.take(sql) ?? prepared(sql)
        if !statement.isReadOnly { changeCount += 1 }
        defer { statement.isInUse = false }
        return try body(statement)
    }

    private func prepared(_ sql: String) throws -> SQLiteStatement {
        var text = sql
        let statement = try text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            let statement = try prepare(&rest, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
            guard let statement, try prepare(&rest, flags: 0) == nil else {
                throw StoreError(.misuse, "a text held no statement, or more than one")
            }
            return statement
        }
        cache.insert(statement, for: sql)
        return statement
    }

    /// Prepares the first statement of `sql` and leaves the rest; nil when none is left.
    private func prepare(_ sql: inout UnsafeRawBufferPointer, flags: UInt32) throws -> SQLiteStatement? {
        while let start = sql.baseAddress, !sql.isEmpty {
            let text = start.assumingMemoryBound(to: CChar.self)
            var statement: OpaquePointer?
            var tail: UnsafePointer<CChar>?
            try check(sqlite3_prepare_v3(pointer, text, Int32(sql.count), flags, &statement, &tail))
            let used = tail.map { UnsafeRawPointer($0) - start } ?? sql.count
            sql = UnsafeRawBufferPointer(rebasing: sql[used...])
            // A comment or an empty statement gives none.
            if let statement { return SQLiteStatement(adopting: statement) }
        }
        return nil
    }

    private func check(_ status: Int32) throws {
        guard status == SQLITE_OK else { throw StoreError(sqlite: status, String(cString: sqlite3_errmsg(pointer))) }
    }
}
