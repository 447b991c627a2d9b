// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCommands
import WaxHTTP
import WaxSystem

@testable import PushwardCommands

/// Every command with every option of its table: one that reads an option that it does not have would end the process.
@Suite struct OptionTableTests {
    private static let root = PushwardTool(entries: [ActionCommand.entry]).tool.root
    private static let values = [
        "7", "https://a.example", "a=b", "a", "1h", "2099-01-01T00:00:00Z", "09:00", "UTC", "Mon", "0 9 * * *",
    ]

    /// The paths of all commands that do something.
    private static func paths(_ command: Command, _ path: [String] = []) -> [[String]] {
        guard !command.subcommands.isEmpty else { return [path] }
        return command.subcommands.flatMap { paths($0, path + [$0.name]) }
    }

    static let all = paths(root)

    private static func value(_ syntax: ValueSyntax) -> String {
        if case .choices(let choices) = syntax.completion, let choice = choices.first { return choice }
        return values.first(where: syntax.accepts) ?? "x"
    }

    private static func flag(_ option: OptionSpec) -> [String] {
        guard let name = option.name else { return [] }
        return [option.isSwitch ? "--\(name)" : "--\(name)=\(value(option.syntax))"]
    }

    /// The arguments of a command: with each option alone, with all, and with none of what may be left out.
    private static func lines(_ path: [String]) -> [[String]] {
        var (command, options) = (root, root.options)
        for name in path {
            guard let next = command.subcommands.first(where: { $0.name == name }) else { return [] }
            command = next
            options += next.options
        }
        let isNotification = command.options.contains { $0.name == "title" }
        let base: [String] = path + (isNotification ? ["--title=t", "--body=b"] : [])
        let required: [String] = command.arguments.filter { $0.presence == .required }.map { value($0.syntax) }
        let arguments: [String] = command.arguments.map { value($0.syntax) }
        // A wait for an answer that does not come lasts as long as it says.
        let apart = ["api-url", "jq", "wait"]
        let flags: [[String]] = options.filter { !apart.contains($0.name ?? "") }.map(flag).filter { !$0.isEmpty }
        var lines: [[String]] = [base + required, base + arguments, base + arguments + flags.flatMap { $0 }]
        for flag in flags {
            lines.append(base + arguments + flag)
            lines.append(base + required + flag)
        }
        return lines
    }

    @Test(arguments: all, [true, false]) func run(_ path: [String], _ onTerminal: Bool) async throws {
        let folder = try TemporaryDirectory()
        let variables = [
            "PUSHWARD_API_URL": "https://push.example.org", "PUSHWARD_API_TOKEN": Pushward.token,
            "PUSHWARD_E2E_KEY": Pushward.key, "PUSHWARD_CONFIG_DIR": folder.path,
        ]
        let tool = PushwardTool(
            entries: [ActionCommand.entry], sleep: { _ in },
            transport: { _, _ in
                { (_) throws(HTTPClientError) in
                    HTTPClientResponse(
                        status: 200,
                        body: Array(#"{"id":7,"status":"acknowledged","action_id":"a","answered":true}"#.utf8))
                }
            })
        let lines = Self.lines(path)
        #expect(lines.count > 3)
        var codes: Set<Int32> = []
        for line in lines {
            let context = CommandContext(
                output: StandardStream(isTerminal: onTerminal) { _ in true },
                errorOutput: StandardStream(isTerminal: false) { _ in true }, environment: { variables[$0] })
            codes.insert(await tool.run(line, in: context).rawValue)
        }
        #expect(codes.allSatisfy { (0...7).contains($0) })
        // So that the options were read, and not only refused.
        #expect(codes != [2] || Self.needsMore.contains(path), "\(path) \(codes)")
    }

    /// Commands that want something of standard input, or are not served.
    private static let needsMore: [[String]] =
        [["auth", "login"], ["e2e", "import"]] + AbsentCommand.entries.map { [$0.command.name] }
}
