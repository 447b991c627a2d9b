// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxSystem

@testable import WaxStore

@Suite struct CommitGroupTests {
    private let directory: TemporaryDirectory
    private let connection: any DatabaseConnection
    private let outcomes = Locked([String]())
    private let counters = Locked(DatabaseStatistics())

    init() throws {
        directory = try TemporaryDirectory()
        connection = try SQLiteDriver(path: directory.file("wax.db"), options: DatabaseOptions()).openWriter()
        try connection.executeScript("CREATE TABLE notes (text TEXT UNIQUE)")
    }

    private func write(_ name: String, _ body: @escaping @Sendable (Transaction) throws -> Void) -> any PendingWrite {
        let outcomes = outcomes
        return QueuedWrite(body) { (result: Result<Void, any Error>) in
            let code =
                if case .failure(let error) = result { (error as? StoreError)?.code.rawValue ?? "other" } else {
                    "kept"
                }
            outcomes.withLock { $0.append("\(name) \(code)") }
        }
    }

    private func add(_ name: String) -> any PendingWrite {
        write(name) { try $0.execute("INSERT INTO notes VALUES (?)", [.text(name)]) }
    }

    private func texts() throws -> [String] {
        try connection.all("SELECT text FROM notes ORDER BY rowid") { try $0.text(0) }
    }

    private func run(_ writes: [any PendingWrite], on connection: (any DatabaseConnection)? = nil) -> CommitGroup {
        var group = CommitGroup(connection ?? self.connection, counters: counters)
        group.run(writes)
        return group
    }

    @Test func aWriteThatEndsTheTransactionFailsTheOnesBeforeItAlone() throws {
        let group = run([
            add("a"),
            write("b") { try $0.execute("ROLLBACK") },
            add("c"),
        ])
        #expect(outcomes.withLock { $0 } == ["a misuse", "b misuse", "c kept"])
        #expect(try texts() == ["c"])
        #expect(!connection.isInTransaction)
        #expect(!group.truncatesLog)
        #expect(counters.withLock { [$0.writes, $0.failures, $0.commits] } == [1, 2, 1])
    }

    @Test func aCommitThatFailsFailsEveryWrite() throws {
        let faulty = FaultyConnection(connection)
        faulty.commitError = StoreError(.io, "the disk is gone")
        let group = run(
            [add("a"), write("b") { $0.truncateLogAfterCommit() }, write("c") { _ in throw CancellationError() }],
            on: faulty)
        #expect(outcomes.withLock { $0 } == ["a io", "b io", "c other"])
        #expect(try texts() == [])
        #expect(!connection.isInTransaction)
        #expect(!group.truncatesLog)
        #expect(counters.withLock { [$0.writes, $0.failures, $0.commits] } == [0, 3, 0])
    }

    @Test func aWriteThatFailsAfterAChangeIsUndoneAlone() throws {
        let runs = Locked(0)
        let group = run([
            write("a") { transaction in
                runs.withLock { $0 += 1 }
                transaction.truncateLogAfterCommit()
                transaction.afterCommit { [outcomes] in outcomes.withLock { $0.append("after a") } }
                try transaction.execute("INSERT INTO notes VALUES ('a')")
            },
            write("b") { transaction in
                transaction.afterCommit { [outcomes] in outcomes.withLock { $0.append("after b") } }
                try transaction.execute("INSERT INTO notes VALUES ('b')")
                throw CancellationError()
            },
            add("c"),
            add("a"),
        ])
        #expect(outcomes.withLock { $0 } == ["a kept", "b other", "c kept", "a unique", "after a"])
        #expect(try texts() == ["a", "c"])
        #expect(runs.withLock { $0 } == 2)
        #expect(group.truncatesLog)
        #expect(counters.withLock { [$0.writes, $0.failures, $0.commits] } == [2, 2, 1])
    }

    @Test func aWriteThatFailsBeforeAChangeHasNothingRunAgain() throws {
        let runs = Locked(0)
        _ = run([
            write("a") { transaction in
                runs.withLock { $0 += 1 }
                try transaction.execute("INSERT INTO notes VALUES ('a')")
            },
            write("b") { transaction in
                try transaction.query("SELECT text FROM notes") { _ in throw CancellationError() }
            },
        ])
        #expect(outcomes.withLock { $0 } == ["a kept", "b other"])
        #expect(try texts() == ["a"])
        #expect(runs.withLock { $0 } == 1)
    }

    @Test func aTransactionThatDoesNotStartFailsEveryWrite() throws {
        let faulty = FaultyConnection(connection)
        faulty.beginError = StoreError(.busy, "another process writes")
        _ = run([add("a"), add("b")], on: faulty)
        #expect(outcomes.withLock { $0 } == ["a busy", "b busy"])
        #expect(try texts() == [])
    }

    @Test func onlyWritesThatWereKeptAskForATruncation() {
        let refused = run([
            write("a") { transaction in
                transaction.truncateLogAfterCommit()
                throw CancellationError()
            }
        ])
        #expect(!refused.truncatesLog)
        let kept = run([write("b") { $0.truncateLogAfterCommit() }, add("c")])
        #expect(kept.truncatesLog)
    }

    @Test func noWritesAreNoCommit() {
        _ = run([])
        #expect(counters.withLock { $0.commits } == 0)
    }
}

/// A connection that fails where the disk would.
private final class FaultyConnection: DatabaseConnection, @unchecked Sendable {
    // Sendable: one test uses it on one thread.
    private let real: any DatabaseConnection
    var beginError: StoreError?
    var commitError: StoreError?

    init(_ real: any DatabaseConnection) { self.real = real }

    var dialect: SQLDialect { real.dialect }
    var isInTransaction: Bool { real.isInTransaction }
    var changeCount: UInt64 { real.changeCount }
    func versionReader() -> (@Sendable () -> DatabaseVersion)? { real.versionReader() }

    func begin(_ kind: TransactionKind) throws {
        if let beginError { throw beginError }
        try real.begin(kind)
    }

    func commit() throws {
        if let commitError { throw commitError }
        try real.commit()
    }

    func rollback() { real.rollback() }
    func truncateLog() throws -> Bool { try real.truncateLog() }
    func close() { real.close() }
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try real.execute(sql, values) }
    func insertUnlessKnown(_ sql: String, _ values: [SQLValue]) throws -> Int64? {
        try real.insertUnlessKnown(sql, values)
    }
    func executeMany(_ sql: String, count: Int, _ values: (Int) throws -> [SQLValue]) throws -> Int {
        try real.executeMany(sql, count: count, values)
    }
    func rows(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws {
        try real.rows(sql, values, body)
    }
    func executeScript(_ sql: String) throws { try real.executeScript(sql) }
}
