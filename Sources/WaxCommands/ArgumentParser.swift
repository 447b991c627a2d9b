// SPDX-License-Identifier: Apache-2.0

/// Reads arguments by the tables of a tool's commands.
///
/// `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`; switches may share a dash (`-qv`). The argument
/// after an option that takes a value is that value, whatever it looks like. Options may stand anywhere after their
/// command's name, up to `--`; a switch may be repeated, an option with one value may not. A flag wins over its variable, which wins over the default.
package struct ArgumentParser: Sendable {
    /// What the arguments ask for.
    package enum Outcome: Sendable {
        case command(ParsedCommand)
        /// The help of the last of these commands, the tool itself being the first.
        case help([Command])
        case version
    }

    private let environment: @Sendable (String) -> String?
    private let hasVersion: Bool
    private var chain: [Command]
    private var rest: ArraySlice<String> = []
    private var given: [String: [String]] = [:]
    private var places: [String] = []

    /// Makes a parser for the tool whose tables begin with `root`; `hasVersion` says whether it takes `--version`.
    package init(_ root: Command, hasVersion: Bool, environment: @escaping @Sendable (String) -> String?) {
        chain = [root]
        self.hasVersion = hasVersion
        self.environment = environment
    }

    /// Reads `arguments`, which do not hold the tool's own name.
    package func parse(_ arguments: [String]) throws(UsageError) -> Outcome {
        var parser = self
        parser.rest = arguments[...]
        return try parser.parse()
    }

    private var options: [OptionSpec] { chain.flatMap(\.options) }
    private var command: Command { chain[chain.count - 1] }
    private var defaultSubcommand: Command? { command.defaultSubcommand.flatMap(command.subcommand(named:)) }

    private mutating func parse() throws(UsageError) -> Outcome {
        var onlyPlaces = false
        while let text = rest.popFirst() {
            if command.takesEverything {
                places.append(text)
            } else if onlyPlaces || text == "-" || text.utf8.first != UInt8(ascii: "-") {
                if let help = try takePlace(text) { return help }
            } else if text == "--" {
                onlyPlaces = true
            } else if text == "--help" || text == "-h" {
                return .help(chain)
            } else if text == "--version" && hasVersion && chain.count == 1 {
                return .version
            } else if text.utf8.starts(with: "--".utf8) {
                try takeLong(text.unicodeScalars.dropFirst(2))
            } else {
                try takeShort(text.unicodeScalars.dropFirst())
            }
        }
        guard command.subcommands.isEmpty else { return .help(chain) }
        return .command(try resolved())
    }

    /// Takes the name of a subcommand, or else an argument.
    private mutating func takePlace(_ text: String) throws(UsageError) -> Outcome? {
        guard !command.subcommands.isEmpty else {
            places.append(text)
            return nil
        }
        if let subcommand = command.subcommand(named: text) {
            chain.append(subcommand)
            return nil
        }
        if let fallback = defaultSubcommand, fallback.arguments.first?.syntax.accepts(text) == true {
            chain.append(fallback)
            places.append(text)
            return nil
        }
        guard text == "help" else {
            // Closer to an argument that breaks its rule than to any name: the rule is what helps.
            guard let fallback = defaultSubcommand, !fallback.arguments.isEmpty, nearestCommand(text) == nil else {
                throw unknownCommand(text)
            }
            chain.append(fallback)
            places.append(text)
            return nil
        }
        while let name = rest.popFirst() {
            guard let subcommand = command.subcommand(named: name) else { throw unknownCommand(name) }
            chain.append(subcommand)
        }
        return .help(chain)
    }

    // By scalars, because a value may begin with a combining mark, which makes one character with the `=` before it.
    private mutating func takeLong(_ text: Substring.UnicodeScalarView) throws(UsageError) {
        let name = String(text.prefix { $0 != "=" })
        if let fallback = defaultSubcommand, !options.contains(where: { $0.name == name }),
            fallback.options.contains(where: { $0.name == name })
        {
            chain.append(fallback)
        }
        guard let option = options.first(where: { $0.name == name }) else { throw unknownOption("--\(name)", name) }
        try take(option, text.firstIndex(of: "=").map { String(text[$0...].dropFirst()) })
    }

    private mutating func takeShort(_ text: Substring.UnicodeScalarView) throws(UsageError) {
        var rest = text
        while let letter = rest.popFirst() {
            guard let option = options.first(where: { $0.short == Character(letter) }) else {
                throw unknownOption("-\(letter)", String(text.prefix { $0 != "=" }))
            }
            if option.isSwitch && rest.first != "=" {
                try take(option, nil)
            } else {
                let value = rest.first == "=" ? rest.dropFirst() : rest
                return try take(option, rest.isEmpty ? nil : String(value))
            }
        }
    }

    private mutating func take(_ option: OptionSpec, _ value: String?) throws(UsageError) {
        let name = option.displayName
        guard let value = value ?? (option.isSwitch ? "true" : rest.popFirst()) else {
            throw failure("\(name) needs a value, \(option.syntax.name)")
        }
        if let before = given[name]?.first, option.presence != .repeated {
            // A switch that is on twice is on; which of two values is meant nobody can know.
            guard option.isSwitch, let isOn = ValueType.boolean.convert(before),
                isOn == ValueType.boolean.convert(value)
            else { throw failure("\(name) is given more than once") }
            return
        }
        given[name, default: []].append(value)
    }

    private func resolved() throws(UsageError) -> ParsedCommand {
        var parsed = ParsedCommand(path: chain.dropFirst().map(\.name))
        for option in options { parsed.options[option.displayName] = try resolve(option) }
        let most = command.arguments.last?.presence == .repeated ? Int.max : command.arguments.count
        guard places.count <= most else {
            let allowed = most == 0 ? "no argument" : most == 1 ? "one argument" : "at most \(most) arguments"
            throw failure("this command takes \(allowed), not \(places.count)")
        }
        var rest = places[...]
        for argument in command.arguments {
            let texts = rest.prefix(argument.presence == .repeated ? rest.count : 1)
            rest = rest.dropFirst(texts.count)
            if texts.isEmpty && argument.presence == .required { throw failure("\(argument.name) is missing") }
            for text in texts { try check(text, argument.syntax, isSecret: false, named: argument.name) }
            parsed.arguments[argument.name] = Array(texts)
        }
        return parsed
    }

    private func resolve(_ option: OptionSpec) throws(UsageError) -> (texts: [String], source: ParsedCommand.Source) {
        if let texts = given[option.displayName] {
            for text in texts { try check(text, option.syntax, isSecret: option.isSecret, named: option.displayName) }
            return (texts, .commandLine)
        }
        if let variable = option.environment, let text = environment(variable), !text.isEmpty {
            let texts = option.presence == .repeated ? Self.list(text) : [text]
            for text in texts { try check(text, option.syntax, isSecret: option.isSecret, named: variable) }
            return (texts, .environment)
        }
        switch option.presence {
        case .withDefault(let text): return ([text], .standard)
        case .optional, .repeated: return ([], .absent)
        case .required:
            let names = option.environment.map { "\(option.displayName) or \($0)" } ?? option.displayName
            throw failure("\(names) is required")
        }
    }

    private func check(_ text: String, _ syntax: ValueSyntax, isSecret: Bool, named name: String) throws(UsageError) {
        guard !syntax.accepts(text) else { return }
        throw failure(
            "\(name) \(syntax.rule)" + (isSecret || text.isEmpty ? "" : text.quotedForMessage(after: ", not ")))
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            var part = part
            while part.first == " " { part.removeFirst() }
            while part.last == " " { part.removeLast() }
            return String(part)
        }
    }

    private func unknownOption(_ display: String, _ name: String) -> UsageError {
        let names =
            options.filter { !$0.isHidden }.compactMap(\.name) + ["help"]
            + (hasVersion && chain.count == 1 ? ["version"] : [])
        let nearest = NearestName.of(name, among: names).map { ", did you mean --\($0)?" } ?? ""
        return failure("unknown option\(display.quotedForMessage(after: " "))\(nearest)")
    }

    private func nearestCommand(_ name: String) -> String? {
        NearestName.of(name, among: command.subcommands.filter { !$0.isHidden }.map(\.name))
    }

    private func unknownCommand(_ name: String) -> UsageError {
        let nearest = nearestCommand(name).map { ", did you mean '\($0)'?" } ?? ""
        return failure("unknown command\(name.quotedForMessage(after: " "))\(nearest)")
    }

    private func failure(_ message: String) -> UsageError {
        UsageError(message: message, path: chain.map(\.name))
    }
}
