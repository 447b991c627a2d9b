// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxSystem
import waxwing_vectors

@Suite struct VectorCommandTests {
    private let lines = Locked<[String]>([])

    private func run(_ arguments: String...) -> Int32 {
        VectorCommand { line in lines.withLock { $0.append(line) } }.run(arguments)
    }

    @Test func writesAndChecks() throws {
        let directory = try TemporaryDirectory()
        #expect(run("--check", directory.path) == 1)
        #expect(run(directory.path) == 0)
        lines.withLock { $0 = [] }
        #expect(run("--check", directory.path) == 0)
        #expect(lines.withLock { $0 } == [])
        let path = directory.file("hk-vectors-v2.json")
        try Data(Data(contentsOf: URL(filePath: path)) + Data([0x20])).write(to: URL(filePath: path))
        #expect(run("--check", directory.path) == 1)
        #expect(lines.withLock { $0 } == ["waxwing-vectors: hk-vectors-v2.json differs"])
    }

    @Test func arguments() throws {
        #expect(run() == 2)
        #expect(run("--check") == 2)
        #expect(run("--help") == 2)
        #expect(run("a", "b") == 2)
        #expect(run("/nowhere/at/all") == 1)
    }
}
