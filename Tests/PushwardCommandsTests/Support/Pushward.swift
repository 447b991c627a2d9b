// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// `pushward` as a process, in a home of its own.
struct Pushward {
    /// What a run left behind.
    struct Result: Sendable {
        let code: Int32
        let output: String
        let errors: String
    }

    static let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    static let keyID = "767c0806"
    static let otherKey = "f0e1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff"
    static let otherKeyID = "eb6c5c92"
    static let token = "hlk_0123456789abcdef0123456789abcdef"

    static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("pushward").path

    let home: TemporaryDirectory
    /// Stays up as long as this value.
    private let api: FakeAPI?
    var environment: [(name: String, value: String)] = []

    /// With the API key in the environment, and a server if there is one.
    init(_ api: FakeAPI? = nil, token: String? = Self.token, key: String? = nil) throws {
        home = try TemporaryDirectory()
        self.api = api
        environment = [("HOME", home.path), ("XDG_CONFIG_HOME", ""), ("PUSHWARD_CONFIG_DIR", home.file("config"))]
        if let api { environment.append(("PUSHWARD_API_URL", api.url)) }
        if let token { environment.append(("PUSHWARD_API_TOKEN", token)) }
        if let key { environment.append(("PUSHWARD_E2E_KEY", key)) }
    }

    /// The path of the configuration file.
    var configuration: String { home.file("config/config.json") }

    /// The text of the configuration file; nil when there is none.
    var stored: String? { WholeFile.text(configuration) }

    /// Writes the configuration file.
    func store(_ text: String, permissions: Int = 0o600) throws {
        try FileManager.default.createDirectory(
            atPath: home.file("config"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(text.utf8).write(to: URL(fileURLWithPath: configuration))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: configuration)
    }

    /// Starts it.
    func start(
        _ arguments: [String], input: String = "", onTerminal: Set<ChildProcess.Stream> = []
    ) throws -> ChildProcess {
        try ChildProcess(
            [Self.executable] + arguments, environment: environment, input: Array(input.utf8), onTerminal: onTerminal)
    }

    /// Runs it to its end.
    func run(
        _ arguments: [String], input: String = "", onTerminal: Set<ChildProcess.Stream> = []
    ) async throws -> Result {
        try await Self.result(of: start(arguments, input: input, onTerminal: onTerminal))
    }

    /// Runs it to its end.
    func run(
        _ arguments: String..., input: String = "", onTerminal: Set<ChildProcess.Stream> = []
    ) async throws -> Result {
        try await run(arguments, input: input, onTerminal: onTerminal)
    }

    /// Waits for the end of a run.
    static func result(of process: ChildProcess) async throws -> Result {
        guard case .exited(let code) = try await process.end() else { throw TestFailure("pushward was killed") }
        return Result(code: code, output: process.output, errors: process.errors)
    }
}
