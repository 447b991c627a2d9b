// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCommands
import WaxSimulator
import WaxSystem

/// `waxwing serve`, or `waxwing relay`, as a child of this process.
final class WaxwingProcess: Sendable {
    private struct State {
        var lines: [String] = []
        var rest: [UInt8] = []
        var exitCode: Int32?

        /// Takes what the server wrote, and cuts it into lines.
        mutating func take(_ data: Data) {
            rest += data
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
            lines = lines.suffix(Self.lineLimit)
        }

        /// The address in the line by which the server says that it takes requests.
        var address: String? {
            for line in lines {
                guard let place = line.range(of: " listening at ") else { continue }
                return String(line[place.upperBound...])
            }
            return nil
        }

        private static let lineLimit = 100
    }

    private enum Start: Sendable {
        case listening(String)
        case ended
    }

    /// Where it takes requests.
    let url: String
    private let process: Process
    private let state: Watched<State>

    private static let startLimit = Duration.seconds(30)
    private static let stopLimit = Duration.seconds(15)

    /// Starts a server and waits until it takes requests; what it logs goes to `logFile` too.
    static func start(
        _ program: String, dataDirectory: String, port: Int, settings: [(name: String, value: String)], logFile: String
    ) async throws -> WaxwingProcess {
        try await start(
            program, arguments: ["serve", "--listen", "127.0.0.1:\(port)", "--data", dataDirectory],
            settings: settings, logFile: logFile)
    }

    /// Starts the program with other arguments, as long as it says by the same line that it takes requests.
    static func start(
        _ program: String, arguments: [String], settings: [(name: String, value: String)], logFile: String
    ) async throws -> WaxwingProcess {
        let state = Watched(State())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(settings.map { ($0.name, $0.value) }) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardError = output
        process.terminationHandler = { process in state.update { $0.exitCode = process.terminationStatus } }
        guard FileManager.default.createFile(atPath: logFile, contents: nil, attributes: [.posixPermissions: 0o600]),
            let log = FileHandle(forWritingAtPath: logFile)
        else { throw CommandFailure("\(logFile) cannot be written") }
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            try? log.write(contentsOf: data)
            state.update { $0.take(data) }
        }
        do {
            try process.run()
        } catch {
            throw CommandFailure("\(program) cannot be started")
        }
        let start = await state.first(within: startLimit) { state -> Start? in
            if let address = state.address { return .listening(address) }
            return state.exitCode == nil ? nil : .ended
        }
        guard case .listening(let address) = start else {
            process.terminate()
            let last = state.read { $0.lines.suffix(3).joined(separator: "\n") }
            throw CommandFailure("the server did not start; it said:\n\(last)", hint: "its whole log is in \(logFile)")
        }
        return WaxwingProcess(url: "http://\(address)", process: process, state: state)
    }

    private init(url: String, process: Process, state: Watched<State>) {
        self.url = url
        self.process = process
        self.state = state
    }

    /// Waits until the server has ended by itself; nil when that does not happen within `limit`.
    func ended(within limit: Duration) async -> Int32? {
        await state.first(within: limit) { $0.exitCode }
    }

    /// Asks the server to stop, and waits until it has.
    func stop() async {
        guard process.isRunning else { return }
        process.terminate()
        if await ended(within: Self.stopLimit) == nil { kill(process.processIdentifier, SIGKILL) }
    }
}
