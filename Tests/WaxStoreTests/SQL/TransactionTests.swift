// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxStore
import WaxSystem

@Suite struct TransactionTests {
    @Test func anAttemptThatFailsIsUndoneAlone() throws {
        let store = try TestDatabase()
        let code = try store.database.writeAndWait { transaction in
            try transaction.addNote("one")
            let second = Result {
                try transaction.attempt {
                    try transaction.addNote("two")
                    try transaction.addNote("one")
                }
            }
            try transaction.attempt { try transaction.addNote("three") }
            guard case .failure(let error as StoreError) = second else { throw StoreError(.misuse, "no failure") }
            return error.code
        }
        #expect(code == .unique)
        #expect(try store.texts() == ["one", "three"])
    }

    @Test func aFailedStatementFailsTheWriteEvenIfItWasCaught() throws {
        let store = try TestDatabase()
        try store.database.writeAndWait { try $0.addNote("one") }
        let error = #expect(throws: StoreError.self) {
            try store.database.writeAndWait { transaction in
                try transaction.addNote("two")
                _ = try? transaction.addNote("one")
                let next = Result { try transaction.addNote("three") }
                if case .success = next { Issue.record("a statement ran after one had failed") }
            }
        }
        #expect(error?.code == .unique)
        #expect(try store.texts() == ["one"])
    }

    @Test func readingAWrongKindDoesNotFailTheWrite() throws {
        let store = try TestDatabase()
        try store.database.writeAndWait { transaction in
            _ = try? transaction.first("SELECT 'text'") { try $0.integer(0) }
            try transaction.addNote("one")
        }
        #expect(try store.texts() == ["one"])
    }

    @Test func whatWaitsForTheCommitRunsOnceItIsThere() throws {
        let store = try TestDatabase()
        let database = store.database
        let seen = Locked([String]())
        @Sendable func note(_ name: String) {
            let count = (try? database.count()) ?? nil
            seen.withLock { $0.append("\(name) \(count ?? -1)") }
            seen.notify()
        }
        _ = try? database.writeAndWait { transaction in
            transaction.afterCommit { note("undone") }
            try transaction.addNote("one")
            throw TestFailure("no")
        }
        try database.writeAndWait { transaction in
            transaction.afterCommit { note("kept") }
            try transaction.addNote("one")
            _ = try? transaction.attempt {
                transaction.afterCommit { note("attempt") }
                throw TestFailure("no")
            }
        }
        let last = seen.wait(atMost: .seconds(60)) { $0.isEmpty ? nil : $0 }
        #expect(last == ["kept 1"])
    }

    @Test func aTransactionIsDeadAfterItsWrite() throws {
        struct Kept: @unchecked Sendable { let transaction: Transaction }
        let store = try TestDatabase()
        let kept = try store.database.writeAndWait { Kept(transaction: $0) }
        let error = #expect(throws: StoreError.self) { try kept.transaction.addNote("late") }
        #expect(error?.code == .misuse)
    }

    @Test(arguments: [
        ("INSERT INTO notes (text) VALUES ('one')", StoreError.Code.unique),
        ("INSERT INTO notes (id, text) VALUES (1, 'two')", .unique),
        ("INSERT INTO tags (note, name) VALUES (99, 'x')", .foreignKey),
        ("INSERT INTO notes (text) VALUES (NULL)", .notNull),
        ("INSERT INTO notes (text, size) VALUES ('two', -1)", .constraint),
        ("INSERT INTO notes (text, size) VALUES ('two', 'secret')", .constraint),
        ("INSERT INTO nothing VALUES (1)", .misuse),
        ("SELECT \"one\" FROM notes", .misuse),
        ("SELECT 1; SELECT 2", .misuse),
        ("-- nothing", .misuse),
        ("SELECT ?", .misuse),
    ])
    func everyFailureHasItsCodeAndNoValue(sql: String, code: StoreError.Code) throws {
        let store = try TestDatabase()
        let error = #expect(throws: StoreError.self) {
            try store.database.writeAndWait { transaction in
                try transaction.addNote("one")
                try transaction.execute(sql)
            }
        }
        #expect(error?.code == code)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func aBoundValueNeverShowsInAnError() throws {
        let store = try TestDatabase()
        for values in [[.text("secret"), .text("secret")], [.text("secret"), .integer(-7)]] as [[SQLValue]] {
            let error = #expect(throws: StoreError.self) {
                try store.database.writeAndWait {
                    try $0.execute("INSERT INTO notes (text, size) VALUES (?, ?)", values)
                }
            }
            #expect(error?.code == .constraint)
            #expect(error?.description.contains("secret") == false)
            #expect(error?.description.contains("-7") == false)
        }
    }

    @Test func manyRowsAtOnce() throws {
        let store = try TestDatabase()
        let changed = try store.database.writeAndWait { transaction in
            try transaction.executeMany("INSERT INTO notes (id, text) VALUES (?, ?)", count: 1000) {
                [SQLValue($0 + 1), .text("note \($0)")]
            }
        }
        #expect(changed == 1000)
        let updated = try store.database.writeAndWait { transaction in
            try transaction.executeMany("UPDATE notes SET size = ? WHERE id = ?", [3, 4, 5000]) { [7, SQLValue($0)] }
        }
        #expect(updated == 2)
        let error = #expect(throws: StoreError.self) {
            try store.database.writeAndWait { transaction in
                try transaction.executeMany("INSERT INTO notes (text) VALUES (?)", ["new", "note 5"]) { [.text($0)] }
            }
        }
        #expect(error?.code == .unique)
        #expect(try store.texts().count == 1000)
    }

    @Test func changesAreCountedForTheStatementAlone() throws {
        let store = try TestDatabase()
        try store.database.writeAndWait { transaction in
            try transaction.addNote("one")
            #expect(try transaction.execute("UPDATE notes SET size = 1 WHERE id = 99") == 0)
            #expect(try transaction.execute("SELECT * FROM notes") == 0)
            #expect(try transaction.execute("CREATE INDEX sizes ON notes (size)") == 0)
            #expect(try transaction.execute("DELETE FROM notes") == 1)
            try transaction.executeScript(
                """
                CREATE TABLE parts (note INTEGER REFERENCES notes (id) ON DELETE CASCADE);
                INSERT INTO notes (id, text) VALUES (1, 'a'), (2, 'b'), (3, 'c');
                INSERT INTO parts VALUES (1), (1), (1), (2), (2);
                """)
            let sql = "DELETE FROM notes WHERE id = ?"
            #expect(try transaction.execute(sql, [1]) == 1)
            #expect(try transaction.executeMany(sql, [2, 3, 4]) { [SQLValue($0)] } == 2)
        }
    }
}
