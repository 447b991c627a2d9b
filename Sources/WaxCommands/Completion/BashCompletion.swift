// SPDX-License-Identifier: Apache-2.0

/// Lets bash complete the commands of a tool.
package enum BashCompletion {
    /// The script, made from the table of `root`.
    package static func script(_ root: Command) -> String {
        let table = CompletionTable(root)
        let name = "_" + table.tool
        return """
            # bash completion for \(table.tool), made by '\(table.tool) completion bash'

            # What there is at a place: commands, flags, flags that take a value.
            \(name)_table() {
                case $1 in
            \(table.places.map(row).joined(separator: "\n"))
                esac
            }

            # Where a command leads to.
            \(name)_step() {
                case $1 in
            \(table.steps(setting: "path"))
                esac
            }

            # What a flag, or an argument, takes.
            \(name)_value() {
                case $1 in
            \(table.values(action))
                esac
            }

            \(name)() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
                local path= commands= flags= valued= word i
                COMPREPLY=()
                # Bash takes '--flag=value' apart at the '='.
                if [[ $cur == = ]]; then
                    cur=
                elif [[ $prev == = ]] && ((COMP_CWORD > 1)); then
                    prev=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                \(name)_table "$path"
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    if [[ $word == -* ]]; then
                        [[ " $valued " != *" $word "* ]] || ((i++))
                        [[ ${COMP_WORDS[i]-} != = ]] || ((i++))
                        continue
                    fi
                    \(name)_step "$path $word"
                    \(name)_table "$path"
                done
                if [[ " $valued " == *" $prev "* ]]; then
                    \(name)_value "$path $prev"
                elif [[ $cur == -* ]]; then
                    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
                elif [[ -n $commands ]]; then
                    COMPREPLY=($(compgen -W "$commands" -- "$cur"))
                else
                    \(name)_value "$path"
                fi
            }

            complete -F \(name) \(table.tool)

            """
    }

    private static func row(_ place: CompletionTable.Place) -> String {
        let commands = place.subcommands.map(\.name)
        let flags = place.options.flatMap(\.flags) + ["--help"]
        return "    '\(place.path)') commands='\(commands.joined(separator: " "))'"
            + " flags='\(flags.joined(separator: " "))' valued='\(place.valuedFlags.joined(separator: " "))' ;;"
    }

    private static func action(_ syntax: ValueSyntax) -> String? {
        switch syntax.completion {
        case .none: nil
        case .file: "COMPREPLY=($(compgen -f -- \"$cur\"))"
        case .directory: "COMPREPLY=($(compgen -d -- \"$cur\"))"
        case .choices(let names): "COMPREPLY=($(compgen -W '\(names.joined(separator: " "))' -- \"$cur\"))"
        }
    }
}
