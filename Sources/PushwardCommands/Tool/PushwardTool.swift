// SPDX-License-Identifier: Apache-2.0
package import PushwardClient
package import WaxCommands
package import WaxSystem

/// The command line of `pushward`.
package struct PushwardTool: Sendable {
    /// The table of all commands, and what reads arguments by it.
    package let tool: CommandLineTool
    private let handlers: [[String]: CommandEntry.Handler]
    let time: any TimeSource
    let sleep: @Sendable (Duration) async -> Void
    let transport: @Sendable (APIEndpoint, String?) -> APIClient.Transport

    /// - Parameters:
    ///   - entries: commands of other modules, after those of this one.
    ///   - sleep: waits; comes back early when its task is cancelled.
    ///   - transport: reaches a server, with the certificates of a file instead of the system's if one is named.
    package init(
        entries: [CommandEntry] = [], time: any TimeSource = SystemTime(),
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        transport: @escaping @Sendable (APIEndpoint, String?) -> APIClient.Transport = {
            APIClient.transport(to: $0, certificateAuthorityFile: $1)
        }
    ) {
        let all = Self.entries + entries
        tool = CommandLineTool(
            Command(
                "pushward", "send notifications that only your devices can read", discussion: Self.discussion,
                options: GlobalOptions.all, subcommands: all.map(\.command)),
            version: ProductVersion.text, errorPrefix: "error")
        handlers = all.reduce(into: [:]) { $0.merge($1.handlers) { first, _ in first } }
        self.time = time
        self.sleep = sleep
        self.transport = transport
    }

    /// Carries out what the arguments ask for; they do not hold the tool's own name.
    package func run(_ arguments: [String], in context: CommandContext) async -> ExitCode {
        await tool.run(arguments, in: context) { command in
            guard let handler = handlers[command.path] else {
                preconditionFailure("nothing carries out \(command.path)")
            }
            do {
                try await handler(command, try Session(command, tool: self, context: context))
            } catch let error as ClientError {
                throw CommandFailure(error)
            }
            return .ok
        }
    }
}
