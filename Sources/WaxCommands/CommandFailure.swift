// SPDX-License-Identifier: Apache-2.0

/// Why a command could not be carried out: one line for people, which holds no secret.
package struct CommandFailure: Error, Hashable, Sendable {
    /// Lower case, without a full stop.
    package let message: String
    /// What could be done about it, on a line of its own.
    package let hint: String?
    /// What the tool answers to the shell.
    package let code: ExitCode

    /// Makes a failure with a message by the rules above.
    package init(_ message: String, hint: String? = nil, code: ExitCode = .failure) {
        self.message = message
        self.hint = hint
        self.code = code
    }
}

extension CommandFailure: CustomStringConvertible {
    package var description: String { message }
}
