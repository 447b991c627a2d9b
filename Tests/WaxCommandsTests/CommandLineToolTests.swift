// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands

@Suite struct CommandLineToolTests {
    struct Surprise: Error, CustomStringConvertible {
        var description: String { "the nest is empty" }
    }

    @Test func commandsAnswerTheirCode() {
        let result = SampleTool.run("look", "a") { command, context in
            try context.output.writeLine(command[SampleTool.files].joined())
            return ExitCode(rawValue: 7)
        }
        #expect(result.code.rawValue == 7)
        #expect(result.output == "a\n")
        #expect(result.errors == "")
    }

    @Test func version() {
        #expect(SampleTool.run("--version").output == "nest 1.2.3\n")
        #expect(SampleTool.run("--version").code == .ok)
        let unversioned = CommandLineTool(SampleTool.root)
        #expect(SampleTool.run("--version", tool: unversioned).code == .usage)
        #expect(!SampleTool.run("--help", tool: unversioned).output.contains("--version"))
    }

    @Test func failures() {
        let failed = SampleTool.run("look") { _, _ in
            throw CommandFailure("the nest is gone", hint: "build one", code: ExitCode(rawValue: 4))
        }
        #expect(failed.errors == "nest: the nest is gone\nbuild one\n")
        #expect(failed.code.rawValue == 4)
        let plain = SampleTool.run("look") { _, _ in throw CommandFailure("no") }
        #expect(plain.errors == "nest: no\n")
        #expect(plain.code == .failure)
        let surprised = SampleTool.run("look") { _, _ in throw Surprise() }
        #expect(surprised.errors == "nest: the nest is empty\n")
        #expect(surprised.code == .failure)
    }

    @Test func ownErrorPrefix() {
        let tool = CommandLineTool(SampleTool.root, errorPrefix: "error")
        #expect(SampleTool.run("x", tool: tool).errors == "error: unknown command 'x'\nsee 'nest --help'\n")
    }

    @Test func outputThatCannotBeWritten() {
        let recorder = Recorder()
        let full = CommandContext(
            output: StandardStream(isTerminal: false) { _ in false }, errorOutput: recorder.context().errorOutput,
            environment: { _ in nil })
        #expect(SampleTool.tool.run(["--help"], in: full) { _ in .ok } == .failure)
        #expect(recorder.errors == "nest: the output cannot be written\n")
        let deaf = CommandContext(output: full.output, errorOutput: full.output, environment: { _ in nil })
        #expect(SampleTool.tool.run(["--help"], in: deaf) { _ in .ok } == .failure)
    }

    @Test func workThatWaits() async {
        let recorder = Recorder()
        let context = recorder.context()
        let code = await SampleTool.tool.run(["look", "a"], in: context) { command in
            await Task.yield()
            try context.output.write(command[SampleTool.files].joined())
            return .failure
        }
        #expect(code == .failure)
        #expect(recorder.output == "a")
        let refused = await SampleTool.tool.run(["lok"], in: context) { _ in
            await Task.yield()
            return .ok
        }
        #expect(refused == .usage)
    }

    @Test func leaves() {
        #expect(SampleTool.root.leaves == [["serve"], ["keys", "create"], ["keys", "list"], ["look"], ["gate"]])
        #expect(SampleTool.run("gate").command?.path == ["gate"])
    }
}
