// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxStore
import WaxSystem

@Suite struct DatabaseReadTests {
    @Test func aReadSeesOneCommittedState() throws {
        let store = try TestDatabase()
        try store.database.writeAndWait { try $0.addNote("before") }
        let texts = try store.database.read { connection in
            let count = "SELECT count(*) FROM notes"
            let first = try connection.first(count) { try $0.integer(0) }
            try store.database.writeAndWait { try $0.addNote("during") }
            return [first, try connection.first(count) { try $0.integer(0) }]
        }
        #expect(texts == [1, 1])
        #expect(try store.texts() == ["before", "during"])
    }

    @Test func whatIsNotCommittedIsNotSeen() throws {
        let store = try TestDatabase()
        let database = store.database
        let seen = try database.writeAndWait { transaction in
            try transaction.addNote("not yet")
            return try database.count()
        }
        #expect(seen == 0)
    }

    @Test func theVersionChangesWithTheCommitsOfEveryProcess() throws {
        let store = try TestDatabase()
        let database = store.database
        let first = try #require(database.version)
        _ = try database.count()
        #expect(database.version == first)
        try database.writeAndWait { try $0.addNote("here") }
        let second = try #require(database.version)
        #expect(second != first)
        // Another connection to the file stands for another process.
        let other = try TestDatabase.open(store.path)
        #expect(database.version == second)
        try other.writeAndWait { try $0.addNote("there") }
        #expect(database.version != second)
        #expect(database.version == other.version)
        other.close()
        #expect(other.version == nil)
        #expect(database.version != second)
    }

    @Test func aReaderCannotWrite() throws {
        let store = try TestDatabase()
        let error = #expect(throws: StoreError.self) { try store.database.read { try $0.addNote("no") } }
        #expect(error?.code == .readOnly)
        #expect(try store.texts() == [])
    }

    @Test func aConnectionIsDeadAfterItsRead() throws {
        let store = try TestDatabase()
        let kept = try store.database.read { $0 }
        let attempts: [() throws -> Void] = [
            { try kept.execute("SELECT 1") }, { try kept.executeScript("SELECT 1") },
            { try kept.executeMany("SELECT 1", count: 1) { _ in [] } }, { try kept.query("SELECT 1") { _ in } },
        ]
        for attempt in attempts {
            let error = #expect(throws: StoreError.self) { try attempt() }
            #expect(error?.code == .misuse)
        }
    }

    @Test func moreReadersThanConnectionsTakeTurns() async throws {
        var options = DatabaseOptions()
        options.readers = 2
        let store = try TestDatabase(options: options)
        try store.database.writeAndWait { try $0.addNote("one") }
        let database = store.database
        let counts = try await withThrowingTaskGroup(of: Int64?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try database.count()
                }
            }
            return try await group.reduce(into: [Int64?]()) { $0.append($1) }
        }
        #expect(counts == [Int64?](repeating: 1, count: 50))
    }

    @Test func aFailedReadGivesItsConnectionBack() throws {
        var options = DatabaseOptions()
        options.readers = 1
        let store = try TestDatabase(options: options)
        for _ in 0..<3 {
            let error = #expect(throws: StoreError.self) {
                try store.database.read { try $0.execute("SELECT nothing") }
            }
            #expect(error?.code == .misuse)
        }
        #expect(try store.texts() == [])
    }

    @Test func rowsEndWhereTheBodySays() throws {
        let store = try TestDatabase()
        try store.database.read { connection in
            var seen = [Int64]()
            let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
            try connection.rows(sql, []) { row in
                seen.append(try row.integer(0))
                return seen.count < 3
            }
            #expect(seen == [1, 2, 3])
            #expect(try connection.first("SELECT 1 WHERE 0") { try $0.integer(0) } == nil)
        }
    }

    @Test func nobodySeesHalfAWriteWhileTheLogIsTruncated() async throws {
        struct Refusal: Error {}
        var options = DatabaseOptions()
        options.truncationInterval = .zero
        let store = try TestDatabase(options: options)
        let database = store.database
        try await database.write { transaction in
            try transaction.executeMany("INSERT INTO notes (id, text, size) VALUES (?, ?, 100)", count: 10) {
                [SQLValue($0), "\($0)"]
            }
        }
        let sums = try await withThrowingTaskGroup(of: Int64?.self) { group in
            for index in 0..<200 {
                group.addTask {
                    try? await database.write { transaction in
                        let move = "UPDATE notes SET size = size + ? WHERE id = ?"
                        try transaction.execute(move, [-1, SQLValue(index % 10)])
                        if index % 7 == 0 { throw Refusal() }
                        try transaction.execute(move, [1, SQLValue((index + 3) % 10)])
                        transaction.truncateLogAfterCommit()
                    }
                    return try database.read { try $0.first("SELECT sum(size) FROM notes") { try $0.integer(0) } }
                }
            }
            return try await group.reduce(into: Set<Int64?>()) { $0.insert($1) }
        }
        #expect(sums == [1000])
        #expect(database.statistics.failures == 29)
    }
}
