// SPDX-License-Identifier: Apache-2.0

/// A tool: reads its arguments, answers help and errors itself, and hands on what is to be carried out.
///
///     let code = tool.run(Array(CommandLine.arguments.dropFirst()), in: .system) { command in
///         try carryOut(command)
///     }
///     exit(code.rawValue)
package struct CommandLineTool: Sendable {
    /// The table of the tool, and of all commands below it.
    package let root: Command
    private let version: String?
    private let errorPrefix: String

    /// - Parameters:
    ///   - version: what `--version` prints after the tool's name; without it there is no such option.
    ///   - errorPrefix: what each error begins with; the tool's name if left out.
    package init(_ root: Command, version: String? = nil, errorPrefix: String? = nil) {
        precondition(root.problems.isEmpty, root.problems.joined(separator: "\n"))
        self.root = root
        self.version = version
        self.errorPrefix = errorPrefix ?? root.name
    }

    /// Carries out what `arguments` ask for; they do not hold the tool's own name.
    package func run(
        _ arguments: [String], in context: CommandContext, perform: (ParsedCommand) throws -> ExitCode
    ) -> ExitCode {
        do {
            guard let command = try prepare(arguments, in: context) else { return .ok }
            return try perform(command)
        } catch {
            return report(error, in: context)
        }
    }

    /// Carries out what `arguments` ask for, with work that waits.
    package func run(
        _ arguments: [String], in context: CommandContext,
        perform: @Sendable (ParsedCommand) async throws -> ExitCode
    ) async -> ExitCode {
        do {
            guard let command = try prepare(arguments, in: context) else { return .ok }
            return try await perform(command)
        } catch {
            return report(error, in: context)
        }
    }

    /// The command to carry out; nil when help or the version was asked for and printed.
    private func prepare(_ arguments: [String], in context: CommandContext) throws -> ParsedCommand? {
        let parser = ArgumentParser(root, hasVersion: version != nil, environment: context.environment)
        switch try parser.parse(arguments) {
        case .command(let command): return command
        case .help(let chain): try context.output.write(HelpText.of(chain, hasVersion: version != nil))
        case .version: try context.output.writeLine("\(root.name) \(version ?? "")")
        }
        return nil
    }

    private func report(_ error: any Error, in context: CommandContext) -> ExitCode {
        var text = "\(errorPrefix): \(error)"
        var code = ExitCode.failure
        if let error = error as? UsageError {
            text += "\nsee '\(error.path.joined(separator: " ")) --help'"
            code = .usage
        } else if let error = error as? CommandFailure {
            if let hint = error.hint { text += "\n\(hint)" }
            code = error.code
        }
        context.tell(text)
        return code
    }
}
