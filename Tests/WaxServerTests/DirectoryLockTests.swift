// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxServer

@Suite struct DirectoryLockTests {
    @Test func whoeverMakesTheFileCannotKnowWhoElseIsThere() throws {
        let directory = try TemporaryDirectory()
        let data = try DataDirectory(directory.file("data"))
        var first: DirectoryLock? = try data.lock()
        #expect(first?.wasThere == false)
        #expect(throws: ServerError.self) { try data.lock() }
        first = nil
        #expect(try data.lock().wasThere)
    }

    /// Only that the file is there says so: no other reason for which it cannot be made.
    @Test func aFileThatCannotBeMadeWasNotThere() throws {
        let directory = try TemporaryDirectory()
        let data = try DataDirectory(directory.file("data"))
        let lock = directory.file("data/waxwing.lock")
        // It is there and leads nowhere.
        try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: directory.file("gone/lock"))
        #expect(throws: ServerError.self) { try data.lock() }
        try FileManager.default.removeItem(atPath: directory.file("data"))
        #expect(throws: ServerError.self) { try data.lock() }
        #expect(!FileManager.default.fileExists(atPath: directory.file("gone")))
    }
}
