// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxStore

@Suite struct LogFileTests {
    private let marker = Data("plain text that must go".utf8)

    /// Which of the database's files hold the marker.
    private func filesWithMarker(_ store: TestDatabase) throws -> [String] {
        try ["", "-wal", "-shm"].filter { suffix in
            let path = store.path + suffix
            guard FileManager.default.fileExists(atPath: path) else { return false }
            // `Data(contentsOf:)` leaks a buffer for an empty file.
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            return try size != 0 && Data(contentsOf: URL(fileURLWithPath: path)).range(of: marker) != nil
        }
    }

    /// Writes the marker into many rows, small ones and some that fill several pages.
    private func fill(_ store: TestDatabase) throws {
        let long = [UInt8](marker) + [UInt8](repeating: 7, count: 20_000) + [UInt8](marker)
        let short = [UInt8](marker)
        try store.database.writeAndWait { transaction in
            try transaction.executeMany("INSERT INTO notes (text, body) VALUES (?, ?)", count: 100) { index in
                ["\(index)", .blob(index % 10 == 0 ? long : short)]
            }
        }
    }

    @Test(arguments: ["UPDATE notes SET body = NULL", "DELETE FROM notes"])
    func whatIsPurgedIsInNoFile(sql: String) throws {
        let store = try TestDatabase()
        try fill(store)
        #expect(try filesWithMarker(store) == ["-wal"])
        try store.database.writeAndWait { transaction in
            try transaction.execute(sql)
            transaction.truncateLogAfterCommit()
        }
        try store.database.writeAndWait { _ in }
        #expect(store.database.statistics.truncations == 1)
        #expect(try filesWithMarker(store) == [])
    }

    @Test func whatWasInTheDatabaseFileIsOverwritten() throws {
        let store = try TestDatabase()
        try fill(store)
        store.database.close()
        #expect(try filesWithMarker(store) == [""])
        let database = try TestDatabase.open(store.path)
        try database.writeAndWait { transaction in
            try transaction.execute("DELETE FROM notes")
            transaction.truncateLogAfterCommit()
        }
        try database.writeAndWait { _ in }
        #expect(try filesWithMarker(store) == [])
    }

    @Test func aFailedWriteTruncatesNothing() throws {
        struct Refusal: Error {}
        let store = try TestDatabase()
        #expect(throws: Refusal.self) {
            try store.database.writeAndWait { transaction in
                transaction.truncateLogAfterCommit()
                throw Refusal()
            }
        }
        try store.database.writeAndWait { _ in }
        #expect(store.database.statistics.truncations == 0)
    }

    @Test func manyPurgesShareATruncation() throws {
        var options = DatabaseOptions()
        options.truncationInterval = .seconds(3600)
        let store = try TestDatabase(options: options)
        try fill(store)
        for index in 0..<100 {
            try store.database.writeAndWait { transaction in
                try transaction.execute("DELETE FROM notes WHERE text = ?", ["\(index)"])
                transaction.truncateLogAfterCommit()
            }
        }
        try store.database.writeAndWait { _ in }
        #expect(store.database.statistics.truncations == 1)
        // The last requests are met when the database is closed, at the latest.
        store.database.close()
        #expect(store.database.statistics.truncations == 2)
        #expect(try filesWithMarker(store) == [])
    }

    @Test(.timeLimit(.minutes(1))) func aLongReadPutsTheTruncationOffAndBlocksNobody() throws {
        let store = try TestDatabase()
        try fill(store)
        try store.database.read { connection in
            _ = try connection.first("SELECT count(*) FROM notes") { try $0.integer(0) }
            try store.database.writeAndWait { transaction in
                try transaction.execute("DELETE FROM notes")
                transaction.truncateLogAfterCommit()
            }
            try store.database.writeAndWait { try $0.addNote("meanwhile") }
        }
        #expect(try store.texts() == ["meanwhile"])
        while store.database.statistics.truncations == 0 { try store.database.writeAndWait { _ in } }
        #expect(try filesWithMarker(store) == [])
    }
}
