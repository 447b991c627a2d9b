// SPDX-License-Identifier: Apache-2.0

/// The help of a command, made from its table alone: 80 columns, the same on every terminal.
package struct HelpText {
    private static let width = 80
    private static let helpColumn = 28

    /// A name, and what is said about it in words between which a line may end.
    private struct Row {
        let left: String
        let words: [String]

        init(_ left: String, _ help: String, notes: [String] = []) {
            self.left = left
            words = help.split(separator: " ").map(String.init) + notes
        }
    }

    private let chain: [Command]
    private let hasVersion: Bool
    private var text = ""

    /// The help of the last command of `chain`, which begins with the tool.
    package static func of(_ chain: [Command], hasVersion: Bool) -> String {
        var help = HelpText(chain: chain, hasVersion: hasVersion)
        help.write()
        return help.text
    }

    private init(chain: [Command], hasVersion: Bool) {
        self.chain = chain
        self.hasVersion = hasVersion && chain.count == 1
    }

    private mutating func write() {
        guard let command = chain.last else { return }
        let path = chain.map(\.name).joined(separator: " ")
        let options = command.options.filter { !$0.isHidden }
        let inherited = chain.dropLast().flatMap(\.options).filter { !$0.isHidden }
        text = "\(path) - \(command.abstract)\n\n"
        writeUsage(path, command, chain.flatMap(\.options))
        if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
        writeTable("commands", command.subcommands.filter { !$0.isHidden }.map { Row($0.name, $0.abstract) })
        writeTable("arguments", command.arguments.map { Row($0.name, $0.help) })
        var rows = options.filter { $0.name != nil }.map(Self.row)
        rows.append(Row("-h, --help", "print this help"))
        if hasVersion { rows.append(Row("    --version", "print the version")) }
        writeTable("options", rows)
        writeTable("options of all commands", inherited.filter { $0.name != nil }.map(Self.row))
        writeTable("environment", (options + inherited).filter { $0.name == nil }.map(Self.row))
        if !command.subcommands.isEmpty { text += "\nsee '\(path) COMMAND --help' for each command\n" }
    }

    private mutating func writeUsage(_ path: String, _ command: Command, _ options: [OptionSpec]) {
        let required = options.filter { $0.presence == .required }.map { "\($0.displayName) \($0.syntax.name)" }
        let places = command.subcommands.isEmpty ? command.arguments.map(\.usage) : ["COMMAND"]
        let lines = Self.wrapped(required + ["[options]"] + places, width: Self.width - 7 - path.count - 1)
        for (index, line) in lines.enumerated() {
            text += index == 0 ? "usage: \(path) " : String(repeating: " ", count: 8 + path.count)
            text += line + "\n"
        }
    }

    private mutating func writeTable(_ title: String, _ rows: [Row]) {
        guard !rows.isEmpty else { return }
        text += "\n\(title):\n"
        for row in rows {
            var left = "  " + row.left
            if left.count > Self.helpColumn - 2 {
                text += left + "\n"
                left = ""
            }
            for line in Self.wrapped(row.words, width: Self.width - Self.helpColumn) {
                text += left + String(repeating: " ", count: Self.helpColumn - left.count) + line + "\n"
                left = ""
            }
        }
    }

    private static func row(_ option: OptionSpec) -> Row {
        var notes = option.notes
        if option.name != nil, let variable = option.environment { notes.append("environment \(variable)") }
        for index in notes.indices {
            notes[index] = (index == 0 ? "(" : "") + notes[index] + (index == notes.count - 1 ? ")" : ";")
        }
        guard let name = option.name else { return Row(option.displayName, option.help, notes: notes) }
        let short = option.short.map { "-\($0), " } ?? "    "
        return Row("\(short)--\(name)" + (option.isSwitch ? "" : " \(option.syntax.name)"), option.help, notes: notes)
    }

    /// Lines of words; a word that is too long has a line to itself.
    private static func wrapped(_ words: [String], width: Int) -> [String] {
        var lines: [String] = []
        for word in words {
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}
