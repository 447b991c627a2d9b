// SPDX-License-Identifier: Apache-2.0
package import WaxCommands
import WaxSimulator

/// The command line of `waxwing-simulator`.
package enum SimulatorTool {
    package static let tool = CommandLineTool(
        Command(
            "waxwing-simulator", "Apple and Google on this machine, and phones that show what arrives",
            discussion: "For tests and for a first look. Nothing leaves the machine.",
            subcommands: [ServeCommand.table, DemoCommand.table, RelayDemoCommand.table, RoleCommand.table]))

    /// Carries out what the arguments ask for.
    package static func run(_ arguments: [String], in context: CommandContext) async -> ExitCode {
        await tool.run(arguments, in: context) { command in
            switch command.path.first {
            case "serve": try await ServeCommand.run(command, in: context)
            case "relay-demo": try await RelayDemoCommand.run(command, in: context)
            case "role": try await RoleCommand.run(command, in: context)
            default: try await DemoCommand.run(command, in: context)
            }
        }
    }
}
