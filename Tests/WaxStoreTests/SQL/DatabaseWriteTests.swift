// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxStore
import WaxSystem

@Suite struct DatabaseWriteTests {
    private struct Refusal: Error, Equatable {}

    @Test func aWriteIsSeenOnceItReturned() async throws {
        let store = try TestDatabase()
        let count = try await store.database.write { transaction in
            try transaction.addNote("one")
            return try transaction.execute("UPDATE notes SET size = 1")
        }
        #expect(count == 1)
        #expect(try store.texts() == ["one"])
        try store.database.writeAndWait { try $0.addNote("two") }
        #expect(try store.texts() == ["one", "two"])
    }

    /// Holds the writer's thread until told, so that all that is queued meanwhile makes one group.
    private func whileWriterIsBusy(_ database: Database, _ body: () -> Void) {
        let isRunning = Locked(false)
        let mayEnd = Locked(false)
        database.enqueue({ _ in
            isRunning.withLock { $0 = true }
            isRunning.notify()
            _ = mayEnd.wait { $0 ? true : nil }
        }) { (_: Result<Void, any Error>) in }
        _ = isRunning.wait { $0 ? true : nil }
        body()
        mayEnd.withLock { $0 = true }
        mayEnd.notify()
    }

    @Test func queuedWritesShareACommitInTheirOrderAndAFailureStaysAlone() throws {
        let store = try TestDatabase()
        let outcomes = Locked([String]())
        whileWriterIsBusy(store.database) {
            for index in 0..<100 {
                store.database.enqueue({ transaction in
                    try transaction.addNote("note \(index)")
                    if index % 10 == 3 { throw Refusal() }
                }) { (result: Result<Void, any Error>) in
                    let text = if case .failure = result { "failed" } else { "kept" }
                    outcomes.withLock { $0.append("\(index) \(text)") }
                }
            }
        }
        try store.database.writeAndWait { _ in }
        #expect(outcomes.withLock { $0 } == (0..<100).map { "\($0) \($0 % 10 == 3 ? "failed" : "kept")" })
        #expect(try store.texts() == (0..<100).filter { $0 % 10 != 3 }.map { "note \($0)" })
        let statistics = store.database.statistics
        #expect(statistics.writes == 92)
        #expect(statistics.failures == 10)
        #expect((2...3).contains(statistics.commits))
    }

    @Test func aGroupHasALimit() throws {
        var options = DatabaseOptions()
        options.largestGroup = 10
        let store = try TestDatabase(options: options)
        whileWriterIsBusy(store.database) {
            for index in 0..<95 {
                store.database.enqueue({ try $0.addNote("\(index)") }) { (_: Result<Void, any Error>) in }
            }
            #expect(store.database.statistics.waiting == 95)
        }
        store.database.close()
        #expect(store.database.statistics.commits == 11)
        #expect(store.database.statistics.writes == 96)
    }

    @Test func manyTasksWriteAtOnce() async throws {
        let store = try TestDatabase()
        let database = store.database
        let ids = try await withThrowingTaskGroup(of: Int64.self) { group in
            for index in 0..<500 {
                group.addTask {
                    try await database.write { transaction in
                        try transaction.insert("INSERT INTO notes (text) VALUES (?)", ["\(index)"])
                    }
                }
            }
            return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
        }
        #expect(ids == Set(1...500))
        #expect(database.statistics.writes == 500)
        #expect(database.statistics.commits < 500)
    }

    @Test func theErrorOfABodyReachesItsCaller() async throws {
        let store = try TestDatabase()
        await #expect(throws: Refusal.self) {
            try await store.database.write { transaction in
                try transaction.addNote("gone")
                throw Refusal()
            }
        }
        #expect(throws: Refusal.self) { try store.database.writeAndWait { _ in throw Refusal() } }
        #expect(try store.texts() == [])
    }

    @Test func aWriteCannotWaitForAnother() throws {
        let store = try TestDatabase()
        let database = store.database
        let error = #expect(throws: StoreError.self) {
            try database.writeAndWait { _ in try database.writeAndWait { _ in } }
        }
        #expect(error?.code == .misuse)
    }

    @Test func closingCarriesOutWhatIsQueuedAndRefusesTheRest() async throws {
        let store = try TestDatabase()
        let kept = Locked(0)
        whileWriterIsBusy(store.database) {
            for index in 0..<20 {
                store.database.enqueue({ try $0.addNote("\(index)") }) { (result: Result<Void, any Error>) in
                    if case .success = result { kept.withLock { $0 += 1 } }
                }
            }
        }
        store.database.close()
        #expect(kept.withLock { $0 } == 20)
        store.database.close()
        await #expect(throws: StoreError(.closed, "the database is closed")) {
            try await store.database.write { _ in }
        }
        #expect(throws: StoreError(.closed, "the database is closed")) { try store.texts() }
        #expect(
            try TestDatabase.open(store.path).count()
                == 20)
    }

    @Test func theLastOwnerMayGoAwayInsideAWrite() async throws {
        let store = try TestDatabase()
        let path = store.directory.file("other.db")
        let isDone = Locked(false)
        func start() throws {
            let database = try TestDatabase.open(path)
            database.enqueue({ transaction in
                try withExtendedLifetime(database) { try transaction.addNote("last") }
            }) { (_: Result<Void, any Error>) in
                isDone.withLock { $0 = true }
                isDone.notify()
            }
        }
        try start()
        _ = isDone.wait { $0 ? true : nil }
        let count = try TestDatabase.open(path).count()
        #expect(count == 1)
    }
}
