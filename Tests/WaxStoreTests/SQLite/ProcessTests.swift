// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxStore
import WaxSystem

@Suite struct ProcessTests {
    @Test func whatWasWrittenOutlivesAKilledProcess() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let database = try TestDatabase.open(path)
            for index in 0..<50 { try await database.write { try $0.addNote("\(index)") } }
            database.enqueue({ transaction in
                try transaction.addNote("never committed")
                kill(getpid(), SIGKILL)
            }) { (_: Result<Void, any Error>) in }
            try await database.write { _ in }
        }
        let texts = try TestDatabase.open(path).read {
            try $0.all("SELECT text FROM notes ORDER BY id") { try $0.text(0) }
        }
        #expect(texts == (0..<50).map { "\($0)" })
    }

    @Test func twoProcessesWriteAtOnce() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        let database = try TestDatabase.open(path)
        async let ours: Void = {
            for index in 0..<300 { try await database.write { try $0.addNote("ours \(index)") } }
        }()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let database = try TestDatabase.open(path)
            for index in 0..<100 { try await database.write { try $0.addNote("theirs \(index)") } }
            database.close()
        }
        try await ours
        #expect(try database.count() == 400)
    }

    @Test func awaitingAnotherWriterHasALimit() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        let holder = try TestDatabase.open(path)
        var options = DatabaseOptions()
        options.busyTimeout = .milliseconds(20)
        let hasty = try TestDatabase.open(path, options: options)
        let patient = try TestDatabase.open(path)
        let (isHeld, mayEnd, isWaiting) = (Locked(false), Locked(false), Locked(false))
        async let held: Void = holder.write { _ in
            isHeld.withLock { $0 = true }
            isHeld.notify()
            _ = mayEnd.wait { $0 ? true : nil }
        }
        _ = isHeld.wait { $0 ? true : nil }
        let error = await #expect(throws: StoreError.self) { try await hasty.write { try $0.addNote("hasty") } }
        #expect(error?.code == .busy)
        #expect(hasty.statistics.failures == 1)
        async let waited: Void = patient.write { transaction in
            isWaiting.withLock { $0 = true }
            try transaction.addNote("patient")
        }
        #expect(!isWaiting.withLock { $0 })
        mayEnd.withLock { $0 = true }
        mayEnd.notify()
        try await held
        try await waited
        try await hasty.write { try $0.addNote("hasty again") }
        #expect(try hasty.count() == 2)
    }
}
