// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxJSON

/// Someone who takes part in the demonstration.
protocol DemoRole: Sendable {
    /// Does what a command asks for, and says what came of it.
    func carryOut(_ name: String, _ command: JSONValue) async throws -> JSONObject
}

/// Reads commands from standard input until it ends, and answers each.
struct RoleLoop {
    private let role: any DemoRole
    private let output: StandardStream

    init(_ role: any DemoRole, output: StandardStream) {
        self.role = role
        self.output = output
    }

    func run() async {
        while let line = readLine() {
            let command = (try? JSONReader.parse(line)) ?? .null
            var answer: JSONObject
            do {
                answer = try await role.carryOut(command["do"]?.stringValue ?? "", command)
            } catch {
                answer = ["error": .string("\(error)")]
            }
            try? output.writeLine(String(decoding: JSONValue.object(answer).compact, as: UTF8.self))
        }
    }
}

extension JSONValue {
    /// The text of a member that must be there.
    func text(_ name: String) throws -> String {
        guard let text = self[name]?.stringValue else { throw CommandFailure("'\(name)' is missing") }
        return text
    }
}
