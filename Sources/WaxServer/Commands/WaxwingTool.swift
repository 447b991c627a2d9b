// SPDX-License-Identifier: Apache-2.0
package import WaxCommands
import WaxSystem

/// The command line of `waxwing`.
package enum WaxwingTool {
    package static let version = ProductVersion.text

    package static let tool = CommandLineTool(
        Command(
            "waxwing", "a push service whose messages stay sealed on the way",
            subcommands: [
                ServeCommand.table, KeysCommand.table, AccountsCommand.table, OAuthCommand.table, RelayCommand.table,
            ]),
        version: version)

    /// Carries out what the arguments ask for.
    package static func run(_ arguments: [String], in context: CommandContext) async -> ExitCode {
        await tool.run(arguments, in: context) { command in
            switch command.path.first {
            case "serve": try await ServeCommand.run(command, in: context)
            case "relay": try await RelayCommand.run(command, in: context)
            case "oauth": try await OAuthCommand.create(command, in: context)
            case "accounts": try await AccountsCommand.run(command, in: context)
            default: try await KeysCommand.run(command, in: context)
            }
        }
    }
}
