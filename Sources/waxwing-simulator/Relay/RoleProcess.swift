// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCommands
import WaxJSON
import WaxSimulator
import WaxSystem

/// Another process that takes part in the demonstration.
final class RoleProcess: Sendable {
    private struct State {
        var lines: [String] = []
        var rest: [UInt8] = []
        var hasEnded = false
    }

    let name: String
    private let process: Process
    private let input: FileHandle
    private let state: Watched<State>
    private static let patience = Duration.seconds(60)

    /// Starts this program once more in a role.
    init(_ name: String, role: String) throws {
        self.name = name
        let state = Watched(State())
        self.state = state
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["role", role]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        self.input = input.fileHandleForWriting
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            state.update { state in
                if data.isEmpty {
                    handle.readabilityHandler = nil
                    state.hasEnded = true
                }
                state.rest += data
                while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
                    state.lines.append(String(decoding: state.rest[..<end], as: UTF8.self))
                    state.rest.removeSubrange(...end)
                }
            }
        }
        do {
            try process.run()
        } catch {
            throw CommandFailure("\(name) cannot be started")
        }
    }

    /// Gives a command and waits for what came of it.
    @discardableResult
    func ask(_ command: String, _ members: JSONObject = [:]) async throws -> JSONValue {
        var object: JSONObject = ["do": .string(command)]
        for (name, value) in members { object[name] = value }
        try input.write(contentsOf: Data(JSONValue.object(object).compact + [UInt8(ascii: "\n")]))
        let line = await state.first(within: Self.patience) { state -> String? in
            if let line = state.lines.first { return line }
            return state.hasEnded ? "" : nil
        }
        state.update { if !$0.lines.isEmpty { $0.lines.removeFirst() } }
        let answer = (try? JSONReader.parse(line ?? "")) ?? .null
        if let error = answer["error"]?.stringValue { throw CommandFailure("\(name), '\(command)': \(error)") }
        guard answer.objectValue != nil else { throw CommandFailure("\(name) did not answer to '\(command)'") }
        return answer
    }

    /// Lets it end.
    func stop() {
        try? input.close()
        process.waitUntilExit()
    }
}
