// SPDX-License-Identifier: Apache-2.0

/// Lets fish complete the commands of a tool.
package enum FishCompletion {
    /// The script, made from the table of `root`.
    package static func script(_ root: Command) -> String {
        let table = CompletionTable(root)
        let name = "__\(table.tool)"
        let valued = Set(table.places.flatMap(\.valuedFlags)).sorted()
        return """
            # fish completion for \(table.tool), made by '\(table.tool) completion fish'

            # Whether the words so far lead to a place.
            function \(name)_at
                set -l place ''
                set -l skips no
                for word in (commandline -opc)[2..-1]
                    if test $skips = yes
                        set skips no
                        continue
                    end
                    if contains -- $word \(valued.joined(separator: " "))
                        set skips yes
                    end
                    switch "$place $word"
            \(table.places.flatMap { place in
                place.steps.map { "            case '\(place.path) \($0.name)'\n                set place \($0.path)" }
            }.joined(separator: "\n"))
                    end
                end
                test "$place" = "$argv[1]"
            end

            complete -c \(table.tool) -f
            \(table.places.flatMap { lines($0, tool: table.tool) }.joined(separator: "\n"))

            """
    }

    private static func lines(_ place: CompletionTable.Place, tool: String) -> [String] {
        let start = "complete -c \(tool) -n \"__\(tool)_at '\(place.path)'\""
        var lines = place.subcommands.map { "\(start) -a \($0.name) -d \(quoted($0.abstract))" }
        for option in place.options {
            var line = start
            if let short = option.short { line += " -s \(short)" }
            if let name = option.name { line += " -l \(name)" }
            if !option.isSwitch { line += " -x" + action(option.syntax) }
            lines.append("\(line) -d \(quoted(option.help))")
        }
        lines.append("\(start) -s h -l help -d 'print this help'")
        for argument in place.arguments.prefix(1) {
            let offered = action(argument.syntax)
            if !offered.isEmpty { lines.append(start + offered) }
        }
        return lines
    }

    private static func action(_ syntax: ValueSyntax) -> String {
        switch syntax.completion {
        case .none: ""
        case .file: " -a '(__fish_complete_path)'"
        case .directory: " -a '(__fish_complete_directories)'"
        case .choices(let names): " -a \(quoted(names.joined(separator: " ")))"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.reduce(into: "") { $0 += "'\\".contains($1) ? "\\\($1)" : String($1) }
        return "'\(escaped)'"
    }
}
