// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `waxwing relay` and `waxwing relay keys` as processes of their own.
@Suite(.bounded, .timeLimit(.minutes(5))) struct RelayProcessTests {
    private let directory: TemporaryDirectory
    private var keys: String { directory.file("keys") }

    init() async throws {
        directory = try TemporaryDirectory()
        let made = try await WaxwingProcess.run(["relay", "keys", "init", "--keys", keys, "--host", "push.example"])
        try #require(made.end == .exited(0), "\(made.errors)")
        let configuration = directory.file("relay.json")
        try Data("{}".utf8).write(to: URL(fileURLWithPath: configuration))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: configuration)
    }

    private func relay() throws -> ChildProcess {
        try ChildProcess([
            WaxwingProcess.executable, "relay", "--listen", "127.0.0.1:0", "--host", "push.example", "--keys", keys,
            "--config", directory.file("relay.json"), "--state", directory.file("state"),
        ])
    }

    private func isListening(_ process: ChildProcess) async throws -> Bool {
        try await process.firstInErrors { $0.contains("listening at") ? true : nil } ?? false
    }

    /// Neither goes into a core dump; the commands about keys are seen while they wait for the directory.
    @Test func nothingIsDumped() async throws {
        let lock = open("\(keys)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
        let command = try ChildProcess([WaxwingProcess.executable, "relay", "keys", "rotate", "--keys", keys])
        let end = ContinuousClock.now + ChildProcess.patience
        while try coreLimits(of: command) != ["0", "0"], ContinuousClock.now < end { await Task.yield() }
        #expect(try command.isRunning && coreLimits(of: command) == ["0", "0"])
        close(lock)
        #expect(try await command.end() == .exited(0))

        let relay = try relay()
        #expect(try await isListening(relay))
        #expect(try coreLimits(of: relay) == ["0", "0"])
        relay.kill(SIGTERM)
        #expect(try await relay.end() == .exited(0))
    }

    /// The soft and the hard limit of a core dump's size.
    private func coreLimits(of process: ChildProcess) throws -> [String] {
        let limits = try #require(WholeFile.text("/proc/\(process.pid)/limits"))
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        return line.split(separator: " ").dropFirst(4).prefix(2).map(String.init)
    }

    /// A relay that was off for four days, as far as its clock can be believed, asks its operator.
    @Test func aClockThatIsAheadIsRefused() async throws {
        let file = URL(fileURLWithPath: "\(keys)/keys.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let match = try #require(text.firstMatch(of: /"issued":([0-9]+)/))
        let hour = try #require(Int(match.1))
        let old = text.replacing(match.0, with: "\"issued\":\(hour - 96)")
        // In place, so that the mode stays.
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(old.utf8))
        try handle.close()

        for _ in 0..<2 {
            let refused = try relay()
            #expect(try await refused.end() == .exited(1))
            #expect(refused.errors.contains("hours past the last hour that this relay has seen"))
            #expect(refused.errors.contains("waxwing relay keys accept-clock"))
        }
        let rotated = try await WaxwingProcess.run(["relay", "keys", "rotate", "--keys", keys])
        #expect(rotated.end == .exited(1) && rotated.errors.contains("accept-clock"))
        let accepted = try await WaxwingProcess.run(["relay", "keys", "accept-clock", "--keys", keys])
        #expect(accepted.end == .exited(0))
        let relay = try relay()
        #expect(try await isListening(relay))
        relay.kill(SIGTERM)
        #expect(try await relay.end() == .exited(0))
    }
}
