// SPDX-License-Identifier: Apache-2.0
package import WaxCommands

/// A secret that somebody puts where it does not belong.
package struct MisplacedSecret: Sendable {
    /// One of each kind: as an encryption key is written, and as a device shows it; an API key; a webhook's secret; a
    /// key in base64url.
    package static let all = [
        MisplacedSecret("8899aabbccddeeff00112233445566778899aabbccddeeff0011223344556677"),
        MisplacedSecret("8899AABBCCDDEEFF 0011223344556677\n8899AABBCCDDEEFF 0011223344556677"),
        MisplacedSecret("hlk_misplaced0123456789abcdef01234567"),
        MisplacedSecret("whsec_I1p3Yj83UaqkDUbjL1juMcCeRaMo2WAxaTS/hpRZYfA="),
        MisplacedSecret("BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv0"),
    ]

    /// What may not be seen, whole or in part.
    package let text: String

    private init(_ text: String) {
        self.text = text
    }

    /// Whether so much of it stands in `visible` that it could be told.
    package func isShown(in visible: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        let seen = visible.lowercased()
        return (0...scalars.count - 8).contains { start in
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[start..<start + 8])
            return seen.contains(String(part).lowercased())
        }
    }

    /// Arguments that have it in every place of a tool's table: as a command, an argument, an option's name, and the value
    /// of every option of every command, alone or as a part, and as the name of a file.
    package func lines(of root: Command) -> [(path: [String], arguments: [String])] {
        lines(root, [], root.options)
    }

    private func lines(
        _ command: Command, _ path: [String], _ options: [OptionSpec]
    ) -> [(path: [String], arguments: [String])] {
        var lines = [[text], ["--" + text], ["--" + text + "=x"], ["-" + text], ["-X" + text]]
        for (index, argument) in command.arguments.enumerated() where argument.presence != .repeated {
            lines.append(command.arguments.indices.map { $0 == index ? text : "7" })
        }
        for option in options where command.subcommands.isEmpty {
            guard let name = option.name else { continue }
            lines += ["\(text)", "\(text)=x", "x=\(text)", "@\(text)", "x=@\(text)", "{\"title\":\"\(text)\"}"]
                .map { ["--\(name)=\($0)"] + command.arguments.map { _ in "7" } }
        }
        return lines.map { (path, path + $0) }
            + command.subcommands.flatMap { self.lines($0, path + [$0.name], options + $0.options) }
    }
}
