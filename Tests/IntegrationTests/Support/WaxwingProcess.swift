// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// `waxwing serve` as a process of its own, at a port that the kernel chose.
final class WaxwingProcess: Sendable {
    let data: String
    let port: UInt16
    let process: ChildProcess
    private let scheme: String

    /// Starts the server and waits until it takes requests.
    ///
    /// - Parameters:
    ///   - data: the data directory.
    ///   - options: further arguments.
    ///   - environment: variables to add.
    ///   - wrapper: a command that starts it, such as strace.
    init(
        data: String, options: [String] = [], environment: [(name: String, value: String)] = [],
        wrapper: [String] = []
    ) async throws {
        self.data = data
        scheme = options.contains("--tls-cert") ? "https" : "http"
        let arguments = ["serve", "--data", data, "--listen", "127.0.0.1:0", "--verbose"] + options
        let process = try ChildProcess(wrapper + [Self.executable] + arguments, environment: environment)
        let port = try await process.firstInErrors { log -> UInt16? in
            guard let match = log.firstMatch(of: /listening at 127\.0\.0\.1:([0-9]+)\n/) else { return nil }
            return UInt16(match.1)
        }
        guard let port else { throw TestFailure("waxwing serve did not start: \(process.errors)") }
        self.port = port
        self.process = process
    }

    var url: String { "\(scheme)://127.0.0.1:\(port)" }
    /// All that the server has logged.
    var log: String { process.errors }

    /// SIGKILL, and waits for the end.
    func kill() async throws {
        process.kill(SIGKILL)
        _ = try await process.end()
    }

    /// SIGTERM, and waits for the end.
    @discardableResult
    func stop() async throws -> ChildProcess.End {
        process.kill(SIGTERM)
        return try await process.end()
    }

    /// Runs `waxwing keys create` on the same directory.
    func makeKey(mode: String) async throws -> String { try await Self.makeKey(mode: mode, data: data) }

    /// Runs `waxwing keys create` on a data directory.
    static func makeKey(mode: String, data: String) async throws -> String {
        try await createKey(["--data", data, "--mode", mode])
    }

    /// Makes an integration key of a personal account, which is made when it is new.
    func makePersonalKey(account: String) async throws -> String {
        try await Self.createKey(["--data", data, "--personal", "--account", account])
    }

    private static func createKey(_ options: [String]) async throws -> String {
        let result = try await run(["keys", "create"] + options)
        guard result.end == .exited(0) else { throw TestFailure("waxwing keys create failed: \(result.errors)") }
        return result.output.trimmingCharacters(in: .newlines)
    }
}

extension WaxwingProcess {
    /// What a command left.
    struct Result: Sendable {
        let end: ChildProcess.End
        let output: String
        let errors: String
    }

    /// Runs `waxwing` with `arguments` to its end.
    static func run(
        _ arguments: [String], environment: [(name: String, value: String)] = []
    ) async throws -> Result {
        let process = try ChildProcess([executable] + arguments, environment: environment)
        let end = try await process.end()
        return Result(end: end, output: process.output, errors: process.errors)
    }

    /// The product beside the test bundle, which is the program that runs now.
    static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("waxwing").path
}
