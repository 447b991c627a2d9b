// SPDX-License-Identifier: Apache-2.0
package import WaxCommands

/// One row of the table of commands: how a command is called, and what carries it out.
package struct CommandEntry: Sendable {
    /// Carries a command out. It may throw `ClientError` and `CommandFailure`.
    package typealias Handler = @Sendable (ParsedCommand, Session) async throws -> Void

    /// How it is called; a group has the commands below it.
    package let command: Command
    /// By path, without the name of the tool.
    let handlers: [[String]: Handler]

    /// A command that does something.
    package init(_ command: Command, perform: @escaping Handler) {
        self.command = command
        handlers = [[command.name]: perform]
    }

    /// A group of commands.
    package init(
        group name: String, aliases: [String] = [], _ abstract: String, discussion: String = "",
        defaultSubcommand: String? = nil, _ entries: [CommandEntry]
    ) {
        command = Command(
            name, aliases: aliases, abstract, discussion: discussion, subcommands: entries.map(\.command),
            defaultSubcommand: defaultSubcommand)
        var handlers: [[String]: Handler] = [:]
        for entry in entries {
            for (path, handler) in entry.handlers { handlers[[name] + path] = handler }
        }
        self.handlers = handlers
    }
}
