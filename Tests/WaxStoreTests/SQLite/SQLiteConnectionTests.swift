// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import WaxStore

@Suite struct SQLiteConnectionTests {
    private let directory: TemporaryDirectory
    private let driver: SQLiteDriver

    init() throws {
        directory = try TemporaryDirectory()
        driver = try SQLiteDriver(path: directory.file("wax.db"), options: DatabaseOptions())
    }

    private func setting(_ connection: any DatabaseConnection, _ name: String) throws -> SQLValue? {
        try connection.first("PRAGMA \(name)") { try $0.value(0) }
    }

    @Test(
        arguments: [
            ("journal_mode", "wal"), ("synchronous", 2), ("secure_delete", 1), ("foreign_keys", 1),
            ("trusted_schema", 0),
            ("temp_store", 2), ("cell_size_check", 1), ("application_id", 0x5741_5857), ("cache_size", -4096),
            ("journal_size_limit", 67_108_864),
        ] as [(String, SQLValue)])
    func theWriterIsSetUp(name: String, value: SQLValue) throws {
        #expect(try setting(try driver.openWriter(), name) == value)
    }

    @Test(
        arguments: [
            ("journal_mode", "wal"), ("query_only", 1), ("trusted_schema", 0), ("temp_store", 2), ("cache_size", -1024),
        ] as [(String, SQLValue)])
    func aReaderIsSetUp(name: String, value: SQLValue) throws {
        let writer = try driver.openWriter()
        try withExtendedLifetime(writer) {
            let reader = try driver.openReader()
            let found = try setting(reader, name)
            #expect(found == value)
        }
    }

    @Test func aStatementIsPreparedOnce() throws {
        let connection = try #require(try driver.openWriter() as? SQLiteConnection)
        let before = connection.preparedCount
        for index in 0..<50 { _ = try connection.first("SELECT ?", [SQLValue(index)]) { try $0.integer(0) } }
        #expect(connection.preparedCount == before + 1)
    }

    @Test func thePreparedStatementsHaveALimit() throws {
        let connection = try #require(try driver.openWriter() as? SQLiteConnection)
        for index in 0..<400 {
            let value = try connection.first("SELECT \(index)") { try $0.integer(0) }
            #expect(value == Int64(index))
        }
        #expect(connection.preparedCount == 128)
    }

    @Test func aStatementMayRunInsideItself() throws {
        let connection = try driver.openWriter()
        let sql = "SELECT 1 UNION ALL SELECT 2"
        var seen = [Int64]()
        try connection.query(sql) { outer in
            let first = try outer.integer(0)
            try connection.query(sql) { inner in seen.append(try 10 * first + inner.integer(0)) }
        }
        #expect(seen == [11, 12, 21, 22])
    }

    @Test func aStatementIsResetAfterAnErrorInItsBody() throws {
        struct Stop: Error {}
        let connection = try driver.openWriter()
        try connection.executeScript("CREATE TABLE t (x INTEGER); INSERT INTO t VALUES (1), (2);")
        #expect(throws: Stop.self) { try connection.query("SELECT x FROM t") { _ in throw Stop() } }
        // A query left open would keep the table locked.
        try connection.executeScript("DROP TABLE t;; -- the end")
    }

    @Test func statementsCannotDamageTheDatabase() throws {
        let connection = try driver.openWriter()
        try connection.executeScript("CREATE TABLE t (x INTEGER); PRAGMA writable_schema = ON;")
        let error = #expect(throws: StoreError.self) { try connection.execute("DELETE FROM sqlite_schema") }
        #expect(error?.code == .misuse)
    }

    @Test func aClosedConnectionIsNotUsedByItsDeinit() throws {
        let connection = try driver.openWriter()
        connection.close()
        connection.close()
    }
}
