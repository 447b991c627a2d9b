// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxSystem

/// `waxwing-simulator` as a process of its own.
final class SimulatorProgram: Sendable {
    private let process: Locked<Process>
    private let state = Locked(State())

    private struct State {
        var output = ""
        var error = ""
        /// Pipes that have not ended.
        var open = 2
        var exitCode: Int32?
    }

    init(_ arguments: [String]) throws {
        let process = Process()
        let waxwing = URL(fileURLWithPath: WaxwingProcess.executable)
        process.executableURL = waxwing.deletingLastPathComponent().appendingPathComponent("waxwing-simulator")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        let state = state
        Self.read(output, into: state) { $0.output += $1 }
        Self.read(error, into: state) { $0.error += $1 }
        process.terminationHandler = { process in
            state.withLock { $0.exitCode = process.terminationStatus }
            state.notify()
        }
        try process.run()
        self.process = Locked(process)
    }

    var output: String { state.withLock { $0.output } }
    var error: String { state.withLock { $0.error } }

    /// Waits for a text of the output.
    func waits(for text: String) -> Bool {
        state.wait(atMost: .seconds(60)) { $0.output.contains(text) ? true : nil } ?? false
    }

    /// Waits for the end and for all output, and returns the exit code.
    func waitForExit() -> Int32? {
        state.wait(atMost: .seconds(90)) { $0.open == 0 ? $0.exitCode : nil }
    }

    /// Asks the program to stop.
    func terminate() { process.withLock { $0.terminate() } }

    deinit {
        process.withLock { process in
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    }

    private static func read(
        _ pipe: Pipe, into state: Locked<State>, _ take: @escaping @Sendable (inout State, String) -> Void
    ) {
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            state.withLock { state in
                take(&state, String(decoding: data, as: UTF8.self))
                if data.isEmpty { state.open -= 1 }
            }
            if data.isEmpty { handle.readabilityHandler = nil }
            state.notify()
        }
    }
}
