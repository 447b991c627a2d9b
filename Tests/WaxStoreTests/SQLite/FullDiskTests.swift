// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxStore
import WaxSystem

@Suite struct FullDiskTests {
    @Test func aFullDatabaseFailsTheWriteAndWorksAgainOnceThereIsRoom() async throws {
        let store = try TestDatabase()
        let database = store.database
        try await database.write { try $0.addNote("before") }
        try await database.write { _ = try $0.first("PRAGMA max_page_count = 40") { try $0.integer(0) } }
        let outcomes = await withTaskGroup(of: StoreError.Code?.self) { group in
            for index in 0..<20 {
                group.addTask {
                    do {
                        try await database.write { transaction in
                            let body = SQLValue.blob([UInt8](repeating: 1, count: 20_000))
                            try transaction.execute("INSERT INTO notes (text, body) VALUES (?, ?)", ["\(index)", body])
                        }
                        return nil
                    } catch {
                        return (error as? StoreError)?.code ?? .misuse
                    }
                }
            }
            return await group.reduce(into: [StoreError.Code?]()) { $0.append($1) }
        }
        let kept = outcomes.count { $0 == nil }
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .full })
        #expect((1..<20).contains(kept))
        #expect(try database.count() == Int64(kept + 1))
        try await database.write { _ = try $0.first("PRAGMA max_page_count = 100000") { try $0.integer(0) } }
        try await database.write { try $0.addNote("after") }
        #expect(try store.texts().first == "before")
        #expect(try store.texts().last == "after")
    }

    /// The system refuses to let files grow: the commit itself fails, and with it every write of the group.
    @Test func aFileThatCannotGrowFailsTheWholeGroup() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("wax.db")
        await #expect(processExitsWith: .success) { [path = path as String] in
            let database = try TestDatabase.open(path)
            try await database.write { try $0.addNote("before") }
            Self.letFilesGrow(to: 100_000)
            let failures = Locked([String]())
            for index in 0..<10 {
                database.enqueue({ transaction in
                    try transaction.execute(
                        "INSERT INTO notes (text, body) VALUES (?, ?)",
                        ["\(index)", .blob([UInt8](repeating: 1, count: 50_000))])
                }) { result in
                    let code =
                        if case .failure(let error as StoreError) = result { error.code.rawValue } else { "kept" }
                    failures.withLock { $0.append(code) }
                }
            }
            try? await database.write { _ in }
            let codes = failures.withLock { $0 }
            #expect(codes.count == 10)
            #expect(codes.contains("io") || codes.contains("full"))
            let kept = codes.count { $0 == "kept" }
            Self.letFilesGrow(to: .max)
            try await database.write { try $0.addNote("after") }
            #expect(try database.count() == Int64(kept + 2))
        }
        #expect(
            try TestDatabase.open(path).read { try $0.all("SELECT text FROM notes") { try $0.text(0) } }.contains(
                "after"))
    }

    private static func letFilesGrow(to size: rlim_t) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: size, rlim_max: .max)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
    }
}
