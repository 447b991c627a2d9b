// SPDX-License-Identifier: Apache-2.0

/// Lets zsh complete the commands of a tool.
package enum ZshCompletion {
    /// The script, made from the table of `root`.
    package static func script(_ root: Command) -> String {
        let table = CompletionTable(root)
        let name = "_" + table.tool
        return """
            #compdef \(table.tool)
            # zsh completion for \(table.tool), made by '\(table.tool) completion zsh'

            # What there is at a place: commands and flags, each with what it is for, and flags that take a value.
            \(name)_table() {
                case $1 in
            \(table.places.map(row).joined(separator: "\n"))
                esac
            }

            # Where a command leads to.
            \(name)_step() {
                case $1 in
            \(table.steps(setting: "place"))
                esac
            }

            # What a flag, or an argument, takes.
            \(name)_value() {
                case $1 in
            \(table.values(action))
                *) _message value ;;
                esac
            }

            \(name)() {
                local place= word prev=
                local -a commands flags valued
                integer i
                \(name)_table "$place"
                for ((i = 2; i < CURRENT; i++)); do
                    word=$words[i]
                    if [[ $word == -* ]]; then
                        (( ${valued[(Ie)$word]} )) && ((i++))
                        continue
                    fi
                    \(name)_step "$place $word"
                    \(name)_table "$place"
                done
                prev=$words[CURRENT-1]
                if (( ${valued[(Ie)$prev]} )); then
                    \(name)_value "$place $prev"
                elif [[ $words[CURRENT] == --*=* ]] && (( ${valued[(Ie)${words[CURRENT]%%=*}]} )); then
                    prev=${words[CURRENT]%%=*}
                    compset -P '*='
                    \(name)_value "$place $prev"
                elif [[ $words[CURRENT] == -* ]]; then
                    _describe -o flag flags
                elif (( $#commands )); then
                    _describe command commands
                else
                    \(name)_value "$place"
                fi
            }

            if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
                \(name) "$@"
            else
                compdef \(name) \(table.tool)
            fi

            """
    }

    private static func row(_ place: CompletionTable.Place) -> String {
        let commands = place.subcommands.map { described($0.name, $0.abstract) }
        let flags = place.options.flatMap { option in option.flags.map { described($0, option.help) } }
        return """
                '\(place.path)')
                    commands=(\(commands.joined(separator: " ")))
                    flags=(\((flags + [described("--help", "print this help")]).joined(separator: " ")))
                    valued=(\(place.valuedFlags.joined(separator: " "))) ;;
            """
    }

    private static func described(_ name: String, _ help: String) -> String {
        // A colon ends the name.
        "\(name):\(help)".shellQuoted
    }

    private static func action(_ syntax: ValueSyntax) -> String? {
        switch syntax.completion {
        case .none: nil
        case .file: "_files"
        case .directory: "_files -/"
        case .choices(let names): "compadd -- \(names.joined(separator: " "))"
        }
    }
}
