// SPDX-License-Identifier: Apache-2.0

/// The table of a command, from which come parsing, help and errors.
///
/// A command with subcommands is a group: it takes no arguments of its own, and its options hold for all below it,
/// before or after their names.
package struct Command: Sendable {
    /// What calls it, lower case.
    package let name: String
    /// Other names that call it, which help leaves out.
    package let aliases: [String]
    /// One line, lower case, without a full stop.
    package let abstract: String
    /// Paragraphs for the help of this command alone; line breaks stay.
    package let discussion: String
    /// Its own options, in the order of help.
    package let options: [OptionSpec]
    /// Its arguments, in their order.
    package let arguments: [ArgumentSpec]
    /// The commands below it, in the order of help.
    package let subcommands: [Command]
    /// The name of the subcommand that is meant when an argument or an option of its own comes instead of a name.
    package let defaultSubcommand: String?
    /// Whether all that follows its name is an argument, options included.
    package let takesEverything: Bool
    /// Whether the help of its group leaves it out.
    package let isHidden: Bool

    /// Makes a table; `problems` says whether it holds together.
    package init(
        _ name: String, aliases: [String] = [], _ abstract: String, discussion: String = "",
        options: [any CommandOption] = [], arguments: [any CommandArgument] = [], subcommands: [Command] = [],
        defaultSubcommand: String? = nil, takesEverything: Bool = false, isHidden: Bool = false
    ) {
        self.name = name
        self.aliases = aliases
        self.abstract = abstract
        self.discussion = discussion
        self.options = options.map(\.spec)
        self.arguments = arguments.map(\.spec)
        self.subcommands = subcommands
        self.defaultSubcommand = defaultSubcommand
        self.takesEverything = takesEverything
        self.isHidden = isHidden
    }

    /// The paths of all commands that can be carried out, such as `["keys", "create"]`, without this one's name.
    package var leaves: [[String]] {
        subcommands.flatMap { command in
            command.subcommands.isEmpty ? [[command.name]] : command.leaves.map { [command.name] + $0 }
        }
    }

    func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name || $0.aliases.contains(name) }
    }
}
