// SPDX-License-Identifier: Apache-2.0
import Glibc

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

    /// The process's own streams and environment.
    package static let system = CommandContext(
        output: .standardOutput, errorOutput: .standardError, input: .standardInput,
        environment: { name in getenv(name).map { String(cString: $0) } })
}
