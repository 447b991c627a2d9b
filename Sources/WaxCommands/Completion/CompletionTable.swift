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
    }

    let tool: String
    let places: [Place]

    init(_ root: Command) {
        tool = root.name
        places = Self.places(root, path: "", inherited: [])
    }

    private static func places(_ command: Command, path: String, inherited: [OptionSpec]) -> [Place] {
        let all = inherited + command.options
        let seen = command.subcommands.filter { !$0.isHidden }
        let steps = seen.flatMap { below in ([below.name] + below.aliases).map { ($0, "\(path)/\(below.name)") } }
        let place = Place(
            path: path, subcommands: seen,
            options: command.options.filter { $0.name != nil && !$0.isHidden }
                + inherited.filter { $0.name != nil && !$0.isHidden },
            arguments: command.arguments, steps: steps)
        return [place] + seen.flatMap { places($0, path: "\(path)/\($0.name)", inherited: all) }
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
