// SPDX-License-Identifier: Apache-2.0

/// What a tool answers to the shell.
///
/// A usage error is 2, as in the shell's own commands and in most tools with subcommands; 64 of sysexits.h would
/// single these tools out without telling a script more.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// All went well.
    package static let ok = ExitCode(rawValue: 0)
    /// The command was understood and could not be carried out.
    package static let failure = ExitCode(rawValue: 1)
    /// The arguments, or settings from the environment, are wrong; nothing was done.
    package static let usage = ExitCode(rawValue: 2)
}
