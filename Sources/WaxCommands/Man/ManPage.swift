// SPDX-License-Identifier: Apache-2.0

/// The manual page of a tool, made from its table alone: the same for the same table.
package struct ManPage {
    private let root: Command
    private var text = ""

    /// The page in the language of man(7).
    /// - Parameters:
    ///   - version: what stands at the foot, such as `Waxwing 1.0.0`.
    ///   - sections: more to say at the end, as it stands.
    package static func text(
        _ root: Command, version: String, sections: [(title: String, text: String)] = []
    ) -> String {
        var page = ManPage(root: root)
        page.write(version)
        for section in sections {
            page.line(".SH \(section.title.uppercased())")
            page.verbatim(section.text)
        }
        return page.text
    }

    private init(root: Command) {
        self.root = root
    }

    private mutating func write(_ version: String) {
        line(".TH \(root.name.uppercased()) 1 \"\" \"\(Self.escaped(version))\" \"User Commands\"")
        line(".SH NAME")
        line("\(Self.escaped(root.name)) \\- \(Self.escaped(root.abstract))")
        line(".SH SYNOPSIS")
        line(".B \(Self.escaped(root.name))")
        line("[options] COMMAND")
        line(".SH DESCRIPTION")
        verbatim(root.discussion)
        line(".SH OPTIONS")
        write(root.options.filter { $0.name != nil && !$0.isHidden })
        entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "print the help of a command")
        entry("\\fB\\-\\-version\\fR", "print the version")
        line(".SH COMMANDS")
        for command in root.subcommands where !command.isHidden { write(command, path: root.name) }
        let variables = root.options.filter { $0.environment != nil && !$0.isHidden }
        guard !variables.isEmpty else { return }
        line(".SH ENVIRONMENT")
        for option in variables {
            let help = option.name.map { "the same as \\fB\\-\\-\(Self.escaped($0))\\fR" } ?? Self.escaped(option.help)
            entry("\\fB\(Self.escaped(option.environment ?? ""))\\fR", help)
        }
    }

    private mutating func write(_ command: Command, path: String) {
        let path = "\(path) \(command.name)"
        if command.subcommands.isEmpty {
            let places = command.arguments.map(\.usage)
            let options = command.options.contains { !$0.isHidden } ? ["[options]"] : []
            line(".SS \(Self.escaped(([path] + options + places).joined(separator: " ")))")
        } else {
            line(".SS \(Self.escaped(path)) COMMAND")
        }
        line(Self.sentence(command.abstract))
        verbatim(command.discussion)
        for argument in command.arguments {
            entry("\\fI\(Self.escaped(argument.name))\\fR", Self.escaped(argument.help))
        }
        write(command.options.filter { $0.name != nil && !$0.isHidden })
        for below in command.subcommands where !below.isHidden { write(below, path: path) }
    }

    private mutating func write(_ options: [OptionSpec]) {
        for option in options {
            let flags = option.flags.map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
            let value = option.isSwitch ? "" : " \\fI\(Self.escaped(option.syntax.name))\\fR"
            let note = option.notes.isEmpty ? "" : " (\(option.notes.joined(separator: "; ")))"
            entry(flags + value, Self.escaped(option.help + note))
        }
    }

    /// A name, and what is said about it beside or below; both are escaped already.
    private mutating func entry(_ name: String, _ help: String) {
        line(".TP")
        line(name)
        line(help)
    }

    /// Lines that stay as they are.
    private mutating func verbatim(_ lines: String) {
        guard !lines.isEmpty else { return }
        line(".PP")
        line(".nf")
        for text in lines.split(separator: "\n", omittingEmptySubsequences: false) { line(Self.escaped(String(text))) }
        line(".fi")
    }

    private mutating func line(_ line: String) { text += line + "\n" }

    /// With a capital letter and a full stop.
    private static func sentence(_ abstract: String) -> String {
        escaped(abstract.prefix(1).uppercased() + abstract.dropFirst() + ".")
    }

    /// A backslash would begin an escape, a hyphen would become a typographic one, and a dot or an apostrophe at the
    /// start of a line would make it a request.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            default: escaped.append(character)
            }
        }
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
