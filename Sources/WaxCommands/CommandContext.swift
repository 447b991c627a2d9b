// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxSystem

/// What a command sees of the process around it; tests pass their own.
package struct CommandContext: Sendable {
    /// For what was asked for.
    package let output: StandardStream
    /// For everything else.
    package let errorOutput: StandardStream
    /// What is read.
    package let input: StandardInput
    /// The value of an environment variable.
    package let environment: @Sendable (String) -> String?

    /// Streams and an environment in place of the process's own.
    package init(
        output: StandardStream, errorOutput: StandardStream, input: StandardInput = .empty,
        environment: @escaping @Sendable (String) -> String?
    ) {
        self.output = output
        self.errorOutput = errorOutput
        self.input = input
        self.environment = environment
    }

    /// Writes a line, or several, to people: an error, a warning, what goes on. What looks like a secret is left out,
    /// wherever it came from, so that one that was put in the wrong place does not reach a log.
    package func tell(_ text: String) {
        // Standard error is the last resort: when it fails, nobody can be told.
        try? errorOutput.write(text.withoutSecrets + "\n")
    }

    /// The process's own streams and environment.
    package static let system = CommandContext(
        output: .standardOutput, errorOutput: .standardError, input: .standardInput,
        environment: { name in getenv(name).map { String(cString: $0) } })
}
