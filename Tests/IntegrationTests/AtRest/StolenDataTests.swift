// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What somebody finds who takes the data directory, reads the log or lists the machine's processes.
@Suite(.bounded, .timeLimit(.minutes(5))) struct StolenDataTests {
    @Test func nothingThatIsSecretStandsInTheDataTheLogOrTheArguments() async throws {
        let stage = try await SecretStage()
        let data = stage.directory.file("data")
        let pushes = try (0..<1000).map { try SecretPush($0, on: stage, staysScheduled: $0 >= 980) }
        let keyFile = "\(data).key"
        let masterKey = try Self.masterKey(keyFile)
        let secrets =
            stage.secrets + pushes.flatMap(\.secrets) + [
                Secret("sender's number", SecretPush.sender), Secret("master key", bytes: masterKey),
            ]
        let search = SecretSearch(secrets)
        // The search finds what is there.
        #expect(search.found(in: Array("…\(stage.live.key)…".utf8)) == ["live key"])
        #expect(search.found(in: try Self.contents(of: keyFile)) == ["master key"])

        var ids: [(api: APIClient, id: String)] = []
        for start in stride(from: 0, to: 980, by: 245) {
            ids += try await Self.send(pushes[start..<(start + 245)])
            #expect(try Self.filesWithSecrets(in: data, search) == [:])
        }
        for (api, id) in ids { _ = try await api.finished(id) }
        var isLogSearched = false
        for push in pushes[980...] {
            _ = try await push.send()
            // It is emptied from time to time.
            if try !Self.contents(of: "\(data)/waxwing.db-wal").isEmpty { isLogSearched = true }
            if isLogSearched { #expect(try Self.filesWithSecrets(in: data, search) == [:]) }
        }
        #expect(isLogSearched)

        // Here numbers of six digits stand that mean something else.
        let longSearch = SecretSearch(secrets.filter { !$0.isShort })
        for file in ["cmdline", "stat"] {
            let bytes = try Self.contents(of: "/proc/\(stage.server.process.pid)/\(file)")
            #expect(!bytes.isEmpty && longSearch.found(in: bytes).isEmpty)
        }
        try await stage.server.stop()
        #expect(try Self.filesWithSecrets(in: data, search) == [:])
        #expect(stage.server.log.contains("stopping"))
        #expect(longSearch.found(in: Array(stage.server.log.utf8)).isEmpty)
    }

    @Test func theMasterKeyLiesOutsideAndOnlyItsOwnerReadsIt() async throws {
        let server = try await BareServer()
        let data = server.process.data
        #expect(try Self.mode(of: "\(data).key") == 0o600)
        #expect(try Self.mode(of: data) == 0o700)
        let files = try FileManager.default.contentsOfDirectory(atPath: data)
        #expect(files.contains("waxwing.db"))
        for file in files { #expect(try Self.mode(of: "\(data)/\(file)") & 0o077 == 0, "\(file)") }
    }

    /// The memory of a server goes into no core dump, and no other process of its user reads it, unless that is wanted.
    @Test(arguments: [false, true]) func memory(_ allowsTracing: Bool) async throws {
        let directory = try TemporaryDirectory()
        let server = try await WaxwingProcess(
            data: directory.file("data"), options: allowsTracing ? ["--allow-tracing"] : [])
        let own = try Self.coreLimits(of: "self")
        #expect(try Self.coreLimits(of: "\(server.process.pid)") == (allowsTracing ? own : ["0", "0"]))
        // Root may look at everything.
        if geteuid() != 0 {
            let isReadable = (try? Self.contents(of: "/proc/\(server.process.pid)/environ")) != nil
            #expect(isReadable == allowsTracing)
        }
    }

    /// The soft and the hard limit of a core dump's size.
    private static func coreLimits(of process: String) throws -> [String] {
        let limits = String(decoding: try contents(of: "/proc/\(process)/limits"), as: UTF8.self)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        return line.split(separator: " ").dropFirst(4).prefix(2).map(String.init)
    }

    /// Sends all; returns those that are to end now.
    private static func send(_ pushes: ArraySlice<SecretPush>) async throws -> [(api: APIClient, id: String)] {
        try await withThrowingTaskGroup(of: [(api: APIClient, id: String)].self) { tasks in
            let lanes = 8
            for lane in 0..<lanes {
                tasks.addTask {
                    var ids: [(api: APIClient, id: String)] = []
                    for index in stride(from: pushes.startIndex + lane, to: pushes.endIndex, by: lanes) {
                        let id = try await pushes[index].send()
                        if !pushes[index].isScheduled { ids.append((pushes[index].api, id)) }
                    }
                    return ids
                }
            }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
    }

    private static func filesWithSecrets(in directory: String, _ search: SecretSearch) throws -> [String: Set<String>] {
        let files = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(files.contains("waxwing.db"))
        return try files.reduce(into: [:]) { all, file in
            let found = search.found(in: try contents(of: "\(directory)/\(file)"))
            if !found.isEmpty { all[file] = found }
        }
    }

    private static func masterKey(_ path: String) throws -> [UInt8] {
        let text = String(decoding: try contents(of: path), as: UTF8.self)
        let digits = try #require(text.split(separator: "\n").last?.split(separator: " ").last).utf8.map { $0 }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            try #require(UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16))
        }
    }

    private static func contents(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }
}
