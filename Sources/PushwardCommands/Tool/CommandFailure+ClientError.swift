// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands

extension CommandFailure {
    /// What `error` comes to on the command line.
    /// - Parameter message: in place of the error's own.
    init(_ error: ClientError, message: String? = nil, hint: String? = nil) {
        self.init(message ?? error.description, hint: hint, code: ExitCode(rawValue: error.exit.rawValue))
    }
}
