// SPDX-License-Identifier: Apache-2.0
import Glibc
import PushwardClient
import WaxCommands
import WaxJSON
import WaxSystem

/// `pushward gha`: runs another command as a step of GitHub Actions.
///
/// The command runs within this process, so neither its text nor a key ever stands in a list of processes.
package enum ActionCommand {
    /// Its row in the table of commands.
    package static let entry = CommandEntry(
        Command("gha", "run a command as a step of GitHub Actions", isHidden: true)
    ) { _, session in
        try await run(session)
    }

    private static func run(_ session: Session) async throws {
        let inputs = ActionInputs(environment: session.context.environment)
        let (token, key) = (inputs.text("token"), inputs.text("e2e-key"))
        // Before anything else can be written. A key that the job set for all its steps is as secret as the input.
        let usedKey = key ?? session.settings.variable("PUSHWARD_E2E_KEY")
        for value in ActionMasks.values(token: token, key: usedKey) { try say(.mask(value), session) }
        var (failure, isFatal): (CommandFailure?, Bool) = (nil, true)
        do throws(ClientError) {
            isFatal = try inputs.boolean("fail-on-error", default: true)
            guard let token else { throw .keyMissing }
            failure = await run(inputs, overlay(session.context, token: token, key: key), session)
        } catch {
            let isTokenMissing = error == .keyMissing
            failure = CommandFailure(error, message: isTokenMissing ? "the input token is required" : nil)
        }
        guard let failure else { return }
        try say(isFatal ? .error(failure.message) : .warning(failure.message), session)
        if isFatal { throw CommandFailure("exit code \(failure.code.rawValue)", code: failure.code) }
    }

    /// The environment of the command: the inputs count for more than variables.
    private static func overlay(
        _ context: CommandContext, token: String, key: String?
    ) -> @Sendable (String) -> String? {
        { name in
            switch name {
            case "PUSHWARD_API_TOKEN": token
            case "PUSHWARD_E2E_KEY": key ?? context.environment(name)
            default: context.environment(name)
            }
        }
    }

    /// Nil when all went well.
    private static func run(
        _ inputs: ActionInputs, _ environment: @escaping @Sendable (String) -> String?, _ session: Session
    ) async -> CommandFailure? {
        do {
            let settings = Settings(environment: environment) { _ in }
            let plan = try ActionPlan(
                inputs, root: session.tool.tool.root, hasKey: settings.encryptionKeyText() != nil,
                run: ActionRun(environment: environment)
            ) { (command) throws(ClientError) in
                try NotificationOptions.body(command, from: DataSource { (_) throws(ClientError) in [] })
            }
            if inputs.text("api-url") == nil { try checkServer(settings) }
            for warning in plan.warnings { try say(.warning(warning), session) }
            try say(.debug(plan.description), session)
            return try await run(plan, environment, session)
        } catch let error as ClientError {
            return CommandFailure(error)
        } catch {
            return error as? CommandFailure ?? CommandFailure("\(error)")
        }
    }

    /// Throws in the words of a step when neither the job nor the machine says where the server is.
    private static func checkServer(_ settings: Settings) throws(ClientError) {
        do throws(ClientError) {
            _ = try settings.endpoint()
        } catch .serverMissing {
            throw .usage("no server: give the input api-url, or set PUSHWARD_API_URL")
        }
    }

    private static func run(
        _ plan: ActionPlan, _ environment: @escaping @Sendable (String) -> String?, _ session: Session
    ) async throws -> CommandFailure? {
        let (printed, told) = (Locked<[UInt8]>([]), Locked<[String]>([]))
        let context = CommandContext(
            output: StandardStream(isTerminal: false) { bytes in
                printed.withLock { $0 += bytes }
                return true
            },
            errorOutput: StandardStream(isTerminal: false) { bytes in
                told.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
                return true
            }, environment: environment)
        let code = await session.tool.run(plan.arguments, in: context)
        var message = ""
        for text in told.withLock({ $0 }).compactMap(\.trimmed) {
            switch ActionAnnotation(text) {
            case .said(let command): try say(command, session)
            case .failed(let text): message = inputMessage(text)
            }
        }
        let outputs = ActionOutputs(printed: printed.withLock { $0 })
        if let warning = outputs.warning { try say(.warning(warning), session) }
        if let path = environment("GITHUB_OUTPUT").flatMap(\.trimmed) {
            try append(outputs.text(random: SystemRandom()), to: path)
        }
        return code == .ok ? nil : CommandFailure(message, code: code)
    }

    /// What a command says of the server's address, with the input that names it in the place of the option.
    private static func inputMessage(_ text: String) -> String {
        let option = "--\(ActionInput.apiURL.option) "
        guard text.utf8.starts(with: option.utf8) else { return text }
        return "the input \(ActionInput.apiURL.rawValue) " + text.dropFirst(option.count)
    }

    private static func say(_ command: WorkflowCommand, _ session: Session) throws {
        try session.context.output.writeLine(command.line)
    }

    private static func append(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure("GITHUB_OUTPUT cannot be opened") }
        defer { close(descriptor) }
        do throws(CommandFailure) {
            try StandardStream(descriptor: descriptor).write(text)
        } catch {
            throw CommandFailure("GITHUB_OUTPUT cannot be written")
        }
    }
}
