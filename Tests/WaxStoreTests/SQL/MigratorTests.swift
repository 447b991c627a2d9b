// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxStore

@Suite struct MigratorTests {
    private func step(_ version: Int64, _ name: String, _ sql: String) -> Migration {
        Migration(version: version, name: name) { try $0.executeScript(sql) }
    }

    private func open(_ directory: TemporaryDirectory, _ migrations: [Migration]) throws -> Database {
        try Database.open(path: directory.file("wax.db"), migrations: migrations)
    }

    @Test func missingStepsRunOnceAndInOrder() throws {
        let directory = try TemporaryDirectory()
        let first = step(1, "first", "CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1);")
        try open(directory, [first]).close()
        let steps = [first, step(2, "second", "UPDATE a SET x = x + 1"), step(3, "third", "UPDATE a SET x = x * 10")]
        try open(directory, steps).close()
        let database = try open(directory, steps)
        #expect(try database.read { try $0.first("SELECT x FROM a") { try $0.integer(0) } } == 20)
    }

    @Test func aStepThatFailsLeavesTheDatabaseAsItWas() throws {
        let directory = try TemporaryDirectory()
        let first = step(1, "first", "CREATE TABLE a (x INTEGER)")
        try open(directory, [first]).close()
        let error = #expect(throws: StoreError.self) {
            try open(directory, [first, step(2, "second", "DROP TABLE a"), step(3, "third", "CREATE NONSENSE")])
        }
        #expect(error?.code == .misuse)
        let database = try open(directory, [first])
        #expect(try database.read { try $0.first("SELECT count(*) FROM a") { try $0.integer(0) } } == 0)
    }

    @Test func aNewerDatabaseIsRefused() throws {
        let directory = try TemporaryDirectory()
        let first = step(1, "first", "CREATE TABLE a (x INTEGER)")
        try open(directory, [first, step(2, "second", "CREATE TABLE b (x INTEGER)")]).close()
        let error = #expect(throws: StoreError.self) { try open(directory, [first]) }
        #expect(error?.code == .tooNew)
        #expect(error?.message.hasPrefix("the database has schema 2, this program knows schemas up to 1") == true)
    }

    @Test func aDatabaseOfOtherStepsIsRefused() throws {
        let directory = try TemporaryDirectory()
        try open(directory, [step(1, "first", "CREATE TABLE a (x INTEGER)")]).close()
        let error = #expect(throws: StoreError.self) { try open(directory, [step(1, "other", "SELECT 1")]) }
        #expect(error?.code == .foreign)
    }

    @Test func stepsAreNumberedWithoutGaps() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: StoreError.self) { try open(directory, [step(2, "second", "SELECT 1")]) }
        #expect(error?.code == .misuse)
    }

    @Test func twoThatOpenAtOnceMigrateOnce() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { try TestDatabase.open(path).writeAndWait { _ in } }
            }
            try await group.waitForAll()
        }
        let database = try TestDatabase.open(path)
        #expect(try database.read { try $0.first("SELECT count(*) FROM schema_migrations") { try $0.integer(0) } } == 1)
    }
}
