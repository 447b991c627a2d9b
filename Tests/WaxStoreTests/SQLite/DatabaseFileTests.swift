// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxStore

@Suite struct DatabaseFileTests {
    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func onlyTheOwnerMayReadWhatIsMade() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("data/wax.db")
        let database = try TestDatabase.open(path)
        try database.writeAndWait { try $0.addNote("one") }
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600) }
        #expect(try mode(directory.file("data")) == 0o700)
        database.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("data")) == ["wax.db"])
    }

    @Test func whatIsThereKeepsItsMode() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        try TestDatabase.open(path).close()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let database = try TestDatabase.open(path)
        try database.writeAndWait { try $0.addNote("one") }
        #expect(try mode(path) == 0o640)
    }

    @Test func anotherProgramsDatabaseIsRefusedUntouched() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        let database = try TestDatabase.open(path)
        try database.writeAndWait { try $0.execute("PRAGMA application_id = 7") }
        database.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: StoreError.self) { try TestDatabase.open(path) }
        #expect(error == StoreError(.foreign, "the file is not a Waxwing database"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test func aFileThatIsNoDatabaseIsRefused() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: StoreError.self) { try TestDatabase.open(path) }
        #expect(error?.code == .foreign)
    }

    @Test func aBrokenDatabaseIsNoticed() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        let database = try TestDatabase.open(path)
        try database.writeAndWait { transaction in
            try transaction.executeMany("INSERT INTO notes (text) VALUES (?)", count: 2000) { ["note \($0)"] }
        }
        database.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(8192..., with: Data(repeating: 0x5A, count: bytes.count - 8192))
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: StoreError.self) { try TestDatabase.open(path).count() }
        #expect(error?.code == .corrupt)
    }

    @Test(arguments: ["missing/deeper/wax.db", "plain/wax.db", "."]) func aPathThatCannotBe(name: String) throws {
        let directory = try TemporaryDirectory()
        #expect(FileManager.default.createFile(atPath: directory.file("plain"), contents: nil))
        let error = #expect(throws: StoreError.self) { try TestDatabase.open(directory.file(name)) }
        #expect(error?.code == .io)
    }
}
