// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON

/// What a step of the GitHub Action runs, and what it says about it; a step that must not run throws.
///
/// The text of `command` may come from where others write, so it is read by the tool's own tables: what it may not do
/// cannot be hidden behind options.
struct ActionPlan: Sendable {
    /// The arguments of the tool. No process is started with them.
    let arguments: [String]
    /// About inputs that are of no use.
    let warnings: [String]
    /// What is run, without what is to be sealed.
    let description: String

    /// Commands that are for people, change what is stored on the machine, or never end.
    private static let refused = ["auth", "completion", "e2e", "gha", "help", "man", "mcp", "version"]
    /// Commands that print a secret, which may be one that is not masked.
    private static let revealing = [["receipt", "secret"]]
    /// Options that hold what is to be sealed.
    private static let sealedOptions = ["--title", "--subtitle", "--body", "--url", "--data", "--field", "--raw-field"]
    /// Options that may hold a secret of another kind.
    private static let secretOptions = ["--key", "--header"]
    private static let sending = [["notify"], ["notification", "send"]]

    /// - Parameters:
    ///   - root: the table of the tool.
    ///   - hasKey: whether there is an encryption key.
    ///   - run: the run of the workflow, for what a notification says about itself.
    ///   - body: the body that a command sends.
    init(
        _ inputs: ActionInputs, root: Command, hasKey: Bool, run: ActionRun,
        body: (ParsedCommand) throws(ClientError) -> JSONObject
    ) throws(ClientError) {
        let words = try Self.words(inputs)
        let command = try Self.parse(words, root)
        let name = command.path.joined(separator: " ")
        guard let first = command.path.first, !Self.refused.contains(first), !Self.revealing.contains(command.path)
        else { throw .usage("the input command cannot be '\(name)'") }
        guard !Self.readsFile(command) else {
            throw .usage(
                "the input command cannot read a file with @: the keys are among them; use the inputs json and fields")
        }
        guard !command.givenValues("--jq").contains(where: Self.readsMachine) else {
            throw .usage("the input command cannot have --jq read variables or files: the keys are among them")
        }
        if hasKey, command.path == [APICommand.entry.command.name],
            NotificationPathRule.includes(command[APICommand.path])
        {
            throw .usage("'api' never encrypts, and there is an encryption key: send notifications with 'notify'")
        }
        var (given, warnings): ([String], [String]) = ([], [])
        for (input, value) in try inputs.options() {
            let option = "--\(input.option)"
            guard command.hasOption(option) else {
                warnings.append("the input \(input.rawValue) is not used: '\(name)' has no \(option)")
                continue
            }
            try Self.checkGivenOnce(input, command)
            given.append("\(option)=\(value)")
        }
        let encrypts = try inputs.boolean("encrypt", default: false)
        if encrypts { given += try Self.encryptOption(command) }
        if Self.sending.contains(command.path) {
            let sent = try body(try Self.parse(words + given, root))
            // An option that is given empty says that there is to be none.
            given += run.defaults(for: sent).filter { command.givenValues("--\($0.option)").isEmpty }
                .map { "--\($0.option)=\($0.value)" }
        }
        arguments = words + given
        self.warnings = warnings
        let parsed = try Self.parse(arguments, root)
        guard given.allSatisfy({ Self.hasArrived($0, in: parsed) }) else {
            throw .usage("the input command takes an option for a value")
        }
        description = Self.description(of: parsed, hidesText: hasKey || encrypts)
    }

    /// Throws `usage` where an input and the command give different values to an option that has one.
    private static func checkGivenOnce(_ input: ActionInput, _ command: ParsedCommand) throws(ClientError) {
        let option = "--\(input.option)"
        let isTwice =
            switch input.form {
            case .lines: false
            case .text: !command.givenValues(option).isEmpty
            case .boolean: !command.givenValues(option).isEmpty && !command.isOn(option)
            }
        guard isTwice else { return }
        throw .usage("the input \(input.rawValue) and the input command both give \(option): leave one of them out")
    }

    /// What makes the command encrypt. Throws `usage` where it cannot, or says that it will not.
    private static func encryptOption(_ command: ParsedCommand) throws(ClientError) -> [String] {
        guard command.hasOption("--encrypt") else {
            throw .usage("encrypt is true, but '\(command.path.joined(separator: " "))' cannot encrypt")
        }
        guard !command.isOn("--no-encrypt") else { throw .usage("encrypt is true, but the command has --no-encrypt") }
        if command.isOn("--encrypt") { return [] }
        guard command.givenValues("--encrypt").isEmpty else {
            throw .usage("encrypt is true, but the command has --encrypt=false")
        }
        return ["--encrypt"]
    }

    /// Whether an expression of jq has a word that reaches beyond the answer it is applied to.
    private static func readsMachine(_ expression: String) -> Bool {
        let words = expression.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
        return words.contains { ["env", "ENV", "import", "include"].contains($0) }
    }

    /// Whether a body points to a file. Anything that begins with an `@` counts, even where it would be taken for text.
    private static func readsFile(_ command: ParsedCommand) -> Bool {
        let values = command.givenValues("--raw-field").map { $0.utf8.drop { $0 != UInt8(ascii: "=") }.dropFirst() }
        return (values + command.givenValues("--data").map { $0.utf8[...] }).contains { $0.first == UInt8(ascii: "@") }
    }

    private static func words(_ inputs: ActionInputs) throws(ClientError) -> [String] {
        let words = try ShellWords.split(inputs.text("command") ?? "notify")
        guard !words.contains(where: { $0 == "--api-url" || $0.utf8.starts(with: "--api-url=".utf8) }) else {
            throw .usage("the input command cannot name the server: the key goes where the input api-url says")
        }
        guard !words.contains("--") else { throw .usage("the input command cannot have a lone --") }
        return words
    }

    private static func parse(_ arguments: [String], _ root: Command) throws(ClientError) -> ParsedCommand {
        let outcome: ArgumentParser.Outcome
        do throws(UsageError) {
            outcome = try ArgumentParser(root, hasVersion: true) { _ in nil }.parse(arguments)
        } catch {
            throw .usage(error.message)
        }
        guard case .command(let command) = outcome else {
            throw .usage("the input command must be one that calls the server")
        }
        return command
    }

    /// Whether an option is one to the parser, too, and was not taken for the value of the one before it.
    private static func hasArrived(_ option: String, in command: ParsedCommand) -> Bool {
        let scalars = option.unicodeScalars
        let name = String(scalars.prefix { $0 != "=" })
        let value = scalars.firstIndex(of: "=").map { String(scalars[$0...].dropFirst()) } ?? "true"
        return command.givenValues(name).contains { $0.utf8.elementsEqual(value.utf8) }
    }

    /// What is run. Secrets are hidden always, and what is to be sealed when `hidesText`.
    static func description(of command: ParsedCommand, hidesText: Bool) -> String {
        let options = command.givenOptions.flatMap { name, values in
            values.map { value in
                let isHidden = secretOptions.contains(name) || hidesText && sealedOptions.contains(name)
                return isHidden ? "\(name)=***" : "\(name)=\(value.printable)"
            }
        }
        return (["pushward"] + command.path + options).joined(separator: " ")
    }
}
