// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxServer
import WaxSystem

/// What one call of the command line left.
struct CommandRun {
    let code: ExitCode
    let output: String
    let errors: String

    /// The lines of its output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    init(_ arguments: [String], environment: [String: String] = [:]) async {
        let (output, errors) = (Locked<[UInt8]>([]), Locked<[UInt8]>([]))
        func stream(_ bytes: Locked<[UInt8]>) -> StandardStream {
            StandardStream(isTerminal: false) { more in
                bytes.withLock { $0 += more }
                return true
            }
        }
        let context = CommandContext(output: stream(output), errorOutput: stream(errors)) { environment[$0] }
        code = await WaxwingTool.run(arguments, in: context)
        self.output = output.withLock { String(decoding: $0, as: UTF8.self) }
        self.errors = errors.withLock { String(decoding: $0, as: UTF8.self) }
    }
}
