// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCommands
import WaxSystem
import waxwing_simulator

@Suite struct SimulatorToolTests {
    private let written = Locked<(output: String, error: String)>(("", ""))

    private func run(_ arguments: String...) async -> ExitCode {
        let context = CommandContext(
            output: StandardStream(isTerminal: false) { bytes in
                written.withLock { $0.output += String(decoding: bytes, as: UTF8.self) }
                return true
            },
            errorOutput: StandardStream(isTerminal: false) { bytes in
                written.withLock { $0.error += String(decoding: bytes, as: UTF8.self) }
                return true
            }, environment: { _ in nil })
        return await SimulatorTool.run(arguments, in: context)
    }

    @Test func explainsItself() async {
        #expect(SimulatorTool.tool.root.problems.isEmpty)
        #expect(await run("--help") == .ok)
        #expect(await run("serve", "--help") == .ok)
        #expect(written.withLock { $0.output }.contains("POST /phones"))
    }

    @Test func refusesWrongArguments() async {
        #expect(await run("serve") == .usage)
        #expect(await run("serve", "--dir", "x", "--port", "65532") == .usage)
        #expect(await run("demo", "--port", "x") == .usage)
        #expect(written.withLock { $0.error }.contains("--dir"))
    }

    /// A secret in the wrong place reaches no message.
    @Test(arguments: MisplacedSecret.all) func quotesNoSecret(secret: MisplacedSecret) {
        let lines = secret.lines(of: SimulatorTool.tool.root)
        #expect(lines.count > 50)
        for (path, arguments) in lines {
            let capture = ErrorCapture()
            let context = capture.context(environment: { _ in nil })
            _ = SimulatorTool.tool.run(arguments, in: context) { command in
                throw CommandFailure("cannot use \(command.givenOptions) in \(arguments.joined(separator: " "))")
            }
            #expect(
                capture.text.hasPrefix("waxwing-simulator: ") && !secret.isShown(in: capture.text), "\(path)")
        }
    }

    @Test func needsAServer() async {
        #expect(await run("demo", "--waxwing", "/nowhere/waxwing") == .failure)
        #expect(written.withLock { $0.error }.contains("there is no server at /nowhere/waxwing"))
    }
}
