// SPDX-License-Identifier: Apache-2.0

extension Command {
    /// What is wrong with the table itself: names that stand twice, defaults that break their own rule, and the like.
    package var problems: [String] { problems(inherited: []) }

    private func problems(inherited: [OptionSpec]) -> [String] {
        let all = inherited + options
        var problems: [String] = []
        func unique(_ names: [String], _ what: String) {
            for (index, name) in names.enumerated() where names[..<index].contains(name) {
                problems.append("\(what) \(name) stands twice")
            }
        }
        unique(all.compactMap(\.name) + ["help"], "option")
        unique(all.compactMap(\.short).map(String.init) + ["h"], "short option")
        unique(all.compactMap(\.environment), "variable")
        unique(subcommands.flatMap { [$0.name] + $0.aliases }, "subcommand")
        unique(arguments.map(\.name), "argument")
        for option in options {
            if option.name == nil && option.environment == nil { problems.append("an option has no name") }
            if case .withDefault(let text) = option.presence, !option.syntax.accepts(text) {
                problems.append("the default of \(option.displayName) breaks its rule")
            }
        }
        if !subcommands.isEmpty && !arguments.isEmpty { problems.append("a group takes no arguments") }
        if let defaultSubcommand, !subcommands.contains(where: { $0.name == defaultSubcommand }) {
            problems.append("there is no subcommand \(defaultSubcommand)")
        }
        if takesEverything && arguments.last?.presence != .repeated {
            problems.append("what takes everything needs a repeated argument")
        }
        let places = arguments.map(\.presence)
        if places.dropLast().contains(.repeated)
            || zip(places, places.dropFirst()).contains(where: { $0 == .optional && $1 == .required })
        {
            problems.append("an argument stands after one that may be left out or repeated")
        }
        return problems.map { "\(name): \($0)" } + subcommands.flatMap { $0.problems(inherited: all) }
    }
}
