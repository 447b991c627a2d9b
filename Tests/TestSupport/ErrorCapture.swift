// SPDX-License-Identifier: Apache-2.0
package import WaxCommands
import WaxSystem

/// Keeps what a command says to people, and throws its output away.
package final class ErrorCapture: Sendable {
    private let said = Locked("")

    package init() {}

    /// What was said so far.
    package var text: String { said.withLock { $0 } }

    /// A context whose messages are kept; variables are those of `environment`.
    package func context(
        input: StandardInput = .empty,
        environment: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> CommandContext {
        CommandContext(
            output: StandardStream(isTerminal: false) { _ in true },
            errorOutput: StandardStream(isTerminal: false) { [said] bytes in
                said.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                return true
            }, input: input, environment: environment)
    }
}
