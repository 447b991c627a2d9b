// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import WaxHTTP
import WaxJSON
import WaxSystem

/// `waxwing serve` as a process of its own.
final class WaxwingProcess: Sendable {
    let data: String
    let port: UInt16
    private let process: Locked<Process>
    private let lines = Locked<(text: String, isOver: Bool)>(("", false))

    /// Starts the server and waits until it takes requests.
    ///
    /// `environment` is added to the process's; `wrapper` is a command that starts it, such as strace.
    static func start(
        data: String, environment: [(name: String, value: String)] = [], wrapper: [String] = []
    ) async throws -> WaxwingProcess {
        let server = try WaxwingProcess(data: data, environment: environment, wrapper: wrapper)
        let isListening = server.lines.wait(atMost: .seconds(60)) { log -> Bool? in
            log.text.contains("listening at") ? true : log.isOver ? false : nil
        }
        guard isListening == true else { throw TestFailure("waxwing serve did not start: \(server.log)") }
        return server
    }

    private init(data: String, environment: [(name: String, value: String)], wrapper: [String]) throws {
        self.data = data
        port = try FreePort.take()
        let process = Process()
        let arguments = ["serve", "--data", data, "--listen", "127.0.0.1:\(port)", "--verbose"]
        let command = wrapper + [Self.executable] + arguments
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(
            environment.map { ($0.name, $0.value) } + [("SWIFT_BACKTRACE", "enable=no")]
        ) { $1 }
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        self.process = Locked(process)
        let (lines, reader) = (lines, pipe.fileHandleForReading)
        BackgroundThread.start {
            while case let data = reader.availableData, !data.isEmpty {
                lines.withLock { $0.text += String(decoding: data, as: UTF8.self) }
                lines.notify()
            }
            lines.withLock { $0.isOver = true }
            lines.notify()
        }
    }

    deinit { kill() }

    var url: String { "http://127.0.0.1:\(port)" }
    var isRunning: Bool { process.withLock { $0.isRunning } }
    /// All that the server has logged.
    var log: String { lines.withLock { $0.text } }

    /// SIGKILL, and waits for the end.
    func kill() { end(SIGKILL) }

    /// SIGTERM, and waits for the end; the exit code.
    @discardableResult
    func stop() -> Int32 { end(SIGTERM) }

    @discardableResult
    private func end(_ signal: Int32) -> Int32 {
        process.withLock { process in
            if process.isRunning { Foundation.kill(process.processIdentifier, signal) }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    /// Runs `waxwing keys create` on the same directory.
    func makeKey(mode: String) throws -> String {
        try Self.run(["keys", "create", "--data", data, "--mode", mode]).trimmingCharacters(in: .newlines)
    }

    /// Runs a command to its end and returns what it printed.
    static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestFailure("waxwing \(arguments[0]) failed") }
        return String(decoding: data, as: UTF8.self)
    }

    /// The product beside the test bundle.
    static var executable: String {
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let directory = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return directory.appendingPathComponent("waxwing").path
    }
}
