// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCommands
import WaxServer
import WaxSystem

/// A secret in the wrong place reaches no message: every option and argument of the table.
@Suite struct MisplacedSecretTests {
    @Test(arguments: MisplacedSecret.all) func inArguments(secret: MisplacedSecret) throws {
        let lines = secret.lines(of: WaxwingTool.tool.root)
        #expect(lines.count > 300)
        for (path, arguments) in lines {
            let capture = ErrorCapture()
            let context = capture.context(environment: { _ in nil })
            let code = WaxwingTool.tool.run(arguments, in: context) { command in
                // As a command would that cannot do with a value what it is to do.
                throw CommandFailure("cannot use \(command.givenOptions) in \(arguments.joined(separator: " "))")
            }
            #expect(code != .ok)
            #expect(capture.text.hasPrefix("waxwing: "))
            #expect(!secret.isShown(in: capture.text), "\(path)")
        }
    }

    @Test(arguments: MisplacedSecret.all) func inVariables(secret: MisplacedSecret) {
        func paths(_ command: Command, _ path: [String]) -> [(path: [String], options: [OptionSpec])] {
            [(path, command.options)] + command.subcommands.flatMap { paths($0, path + [$0.name]) }
        }
        var refused = 0
        for (path, options) in paths(WaxwingTool.tool.root, []) {
            for variable in options.compactMap(\.environment) {
                let (capture, text) = (ErrorCapture(), secret.text)
                let context = capture.context(environment: { $0 == variable ? text : nil })
                let code = WaxwingTool.tool.run(path, in: context) { _ in .ok }
                refused += code == .ok ? 0 : 1
                #expect(!secret.isShown(in: capture.text), "\(path) \(variable)")
            }
        }
        #expect(refused > 10)
    }

    /// Whether an option would make a file of that name where the tests run.
    private static func namesFile(_ argument: String) -> Bool {
        ["--data=", "--master-key-file="].contains { argument.hasPrefix($0) }
    }

    /// The commands themselves, but for those that serve.
    @Test(arguments: MisplacedSecret.all) func inCommandsThatRun(secret: MisplacedSecret) async throws {
        let directory = try TemporaryDirectory()
        let lines = secret.lines(of: WaxwingTool.tool.root).filter {
            $0.path.first == "keys" || $0.path.first == "accounts"
        }
        #expect(lines.count > 50)
        for (path, arguments) in lines where !arguments.contains(where: Self.namesFile) {
            let run = await CommandRun(arguments, environment: ["WAXWING_DATA": directory.file("data")])
            #expect(!secret.isShown(in: run.errors), "\(path)")
        }
    }
}
