// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A second process on a directory is refused, and closes each descriptor once: what is closed again may by then be
/// somebody else's file.
@Suite(
    .bounded, .timeLimit(.minutes(4)), .enabled("strace is missing or may not trace") { try await Strace.isAllowed() })
struct RefusedLockTests {
    @Test func aSecondServer() async throws {
        let directory = try TemporaryDirectory()
        let data = directory.file("data")
        let first = try await WaxwingProcess(data: data)
        try await expectRefusal(["serve", "--listen", "127.0.0.1:0", "--data", data], in: directory, "another server")
        try await first.stop()
    }

    @Test func aSecondRelay() async throws {
        let directory = try TemporaryDirectory()
        let (keys, configuration) = (directory.file("keys"), directory.file("relay.json"))
        let made = try await WaxwingProcess.run(["relay", "keys", "init", "--keys", keys, "--host", "push.example"])
        try #require(made.end == .exited(0))
        try Data("{}".utf8).write(to: URL(fileURLWithPath: configuration))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: configuration)
        let command = [
            "relay", "--listen", "127.0.0.1:0", "--host", "push.example", "--keys", keys, "--config", configuration,
            "--state", directory.file("state"),
        ]
        let first = try ChildProcess([WaxwingProcess.executable] + command)
        try #require(try await first.firstInErrors { $0.contains("listening at") ? true : nil } == true)
        try await expectRefusal(command, in: directory, "is in use by another relay")
        first.kill(SIGTERM)
        #expect(try await first.end() == .exited(0))
    }

    private func expectRefusal(_ command: [String], in directory: TemporaryDirectory, _ words: String) async throws {
        let trace = directory.file("trace")
        let second = try ChildProcess(
            [try #require(Strace.path), "-f", "-o", trace, "-e", "trace=close,flock", WaxwingProcess.executable]
                + command)
        #expect(try await second.end() == .exited(1))
        #expect(second.errors.contains(words))
        let lines = try #require(WholeFile.text(trace)).split(separator: "\n")
        let refused = try #require(lines.firstIndex { $0.contains("flock(") && $0.contains("EAGAIN") })
        #expect(lines[refused...].contains { $0.contains("close(") })
        #expect(!lines[refused...].contains { $0.contains("close(") && $0.contains("EBADF") })
    }
}
