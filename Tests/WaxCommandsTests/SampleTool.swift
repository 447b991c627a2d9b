// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxSystem

/// A tool that has one of everything.
enum SampleTool {
    enum Mode: String, CaseIterable, Sendable {
        case test, live
    }

    static let verbose = Option(
        switch: "verbose", short: "v", environment: "NEST_VERBOSE", help: "say what is done as it is done")
    static let token = Option(environmentOnly: "NEST_TOKEN", .string, help: "the token that opens the door")

    static let data = Option(
        "data", short: "d", .directory, default: "/var/lib/nest", environment: "NEST_DATA",
        help: "where the database and the keys are kept")
    static let listen = Option(
        "listen", .listenAddress, default: "127.0.0.1:8080", environment: "NEST_LISTEN", help: "where to listen")
    static let workers = Option("workers", short: "w", .integer(1...64), default: "4", help: "how many work at once")
    static let grace = Option(
        "grace", .duration(.seconds(1) ... .seconds(3600)), default: "30s", help: "how long the last answers may take")
    static let upstream = Option(
        optional: "upstream", .url(schemes: ["https"]), environment: "NEST_UPSTREAM", help: "whom to ask")
    static let certificate = Option(optional: "tls-cert", .file, help: "the certificate chain, as PEM")
    static let tags = Option(repeated: "tag", short: "t", .string, environment: "NEST_TAGS", help: "a tag to serve")
    static let fault = Option(switch: "inject-fault", isHidden: true, help: "break something")

    static let mode = Option(
        required: "mode", .choice(Mode.self), valueName: "MODE", environment: "NEST_MODE", help: "what the key opens")
    static let pin = Option(
        optional: "pin", .integer(1000...9999), valueName: "PIN", environment: "NEST_PIN", isSecret: true,
        help: "four digits")
    static let force = Option(switch: "force", short: "f", help: "replace one that is there")
    static let owner = Argument("OWNER", .string, help: "whose key it is")
    static let count = Argument(optional: "COUNT", .integer(1...10), help: "how many to make")
    static let files = Argument(repeated: "FILE", .file, help: "what to look at")

    static let serve = Command(
        "serve", "run the server",
        discussion: "Runs until it is told to stop.\nAnswers in progress are finished first.",
        options: [data, listen, workers, grace, upstream, certificate, tags, fault])
    static let create = Command(
        "create", aliases: ["new"], "make a key and print it", options: [mode, pin, force], arguments: [owner, count])
    static let list = Command("list", "list all keys")
    static let keys = Command(
        "keys", aliases: ["key"], "make and list keys", options: [data], subcommands: [create, list])
    static let look = Command("look", "look at files", arguments: [files])
    static let secret = Command("gate", "for another tool", isHidden: true)
    static let root = Command(
        "nest", "keep eggs warm", options: [verbose, token], subcommands: [serve, keys, look, secret])

    static let tool = CommandLineTool(root, version: "1.2.3")

    /// What a run left behind.
    struct Result {
        var code: ExitCode
        var output: String
        var errors: String
        var command: ParsedCommand?
    }

    /// Runs the tool with streams and an environment of its own.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], tool: CommandLineTool = tool,
        perform: (ParsedCommand, CommandContext) throws -> ExitCode = { _, _ in .ok }
    ) -> Result {
        run(arguments, environment: environment, tool: tool, perform: perform)
    }

    /// Runs the tool with streams and an environment of its own.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], tool: CommandLineTool = tool,
        perform: (ParsedCommand, CommandContext) throws -> ExitCode = { _, _ in .ok }
    ) -> Result {
        let recorder = Recorder()
        let context = recorder.context(environment)
        var command: ParsedCommand?
        let code = tool.run(arguments, in: context) { parsed in
            command = parsed
            return try perform(parsed, context)
        }
        return Result(code: code, output: recorder.output, errors: recorder.errors, command: command)
    }
}

/// Keeps what is written to the streams of a context.
final class Recorder: Sendable {
    private let written = Locked<(output: [UInt8], errors: [UInt8])>(([], []))

    var output: String { String(decoding: written.withLock { $0.output }, as: UTF8.self) }
    var errors: String { String(decoding: written.withLock { $0.errors }, as: UTF8.self) }

    func context(_ environment: [String: String] = [:]) -> CommandContext {
        CommandContext(
            output: StandardStream(isTerminal: false) { [written] bytes in
                written.withLock { $0.output += bytes }
                return true
            },
            errorOutput: StandardStream(isTerminal: false) { [written] bytes in
                written.withLock { $0.errors += bytes }
                return true
            },
            environment: { environment[$0] })
    }
}
