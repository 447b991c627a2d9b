// SPDX-License-Identifier: Apache-2.0

/// What a shell can offer at each place of a tool's commands, in the order of the help and without what is hidden.
struct CompletionTable {
    /// A command and where it stands.
    struct Place {
        /// The names on the way with a slash before each, without the tool's; empty for the tool itself.
        let path: String
        /// The commands below it that a person may want.
        let subcommands: [Command]
        /// Its flags, and those of the groups above it.
        let options: [OptionSpec]
        let arguments: [ArgumentSpec]
        /// Each name, with aliases, that leads on, and the path that it leads to.
        let steps: [(name: String, path: String)]

        /// The flags that take a value.
        var valuedFlags: [String] { options.filter { !$0.isSwitch }.flatMap(\.flags) }
    }

    let tool: String
    let places: [Place]

    init(_ root: Command) {
        tool = root.name
        places = Self.places(root, path: "", inherited: [])
    }

    private static func places(_ command: Command, path: String, inherited: [OptionSpec]) -> [Place] {
        let own = command.options.filter { $0.name != nil && !$0.isHidden }
        let seen = command.subcommands.filter { !$0.isHidden }
        let steps = seen.flatMap { below in ([below.name] + below.aliases).map { ($0, "\(path)/\(below.name)") } }
        let place = Place(
            path: path, subcommands: seen, options: own + inherited, arguments: command.arguments,
            steps: steps)
        return [place] + seen.flatMap { places($0, path: "\(path)/\($0.name)", inherited: inherited + own) }
    }

    /// The branches of a shell's `case` over a place and a name, each of which sets `variable` to where the name leads.
    func steps(setting variable: String) -> String {
        places.flatMap { place in
            place.steps.map { "    '\(place.path) \($0.name)') \(variable)=\($0.path) ;;" }
        }.joined(separator: "\n")
    }

    /// The branches of a shell's `case` over a place and a flag, or the place alone for its argument.
    /// - Parameter action: the command that offers the values; nil when there is nothing to offer.
    func values(_ action: (ValueSyntax) -> String?) -> String {
        places.flatMap { place in
            let options = place.options.filter { !$0.isSwitch }.map { option in
                (option.flags.map { "'\(place.path) \($0)'" }.joined(separator: " | "), option.syntax)
            }
            let arguments = place.arguments.prefix(1).map { ("'\(place.path)'", $0.syntax) }
            return (options + arguments).compactMap { pattern, syntax in
                action(syntax).map { "    \(pattern)) \($0) ;;" }
            }
        }.joined(separator: "\n")
    }
}

extension OptionSpec {
    /// The flags as they are typed.
    var flags: [String] { (short.map { ["-\($0)"] } ?? []) + (name.map { ["--\($0)"] } ?? []) }
}

extension String {
    /// The text as one word of a shell of Bourne's kind.
    var shellQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }

    private func replacing(_ character: Character, with text: String) -> String {
        reduce(into: "") { $0 += $1 == character ? text : String($1) }
    }
}
