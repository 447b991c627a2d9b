// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands

/// Groups that stand for one of their commands, and commands that take everything.
@Suite struct DefaultSubcommandTests {
    static let number = Argument("N", .integer(1...9), help: "which")
    static let loud = Option(switch: "loud", help: "louder")
    static let rest = Argument(repeated: "REST", .anyString, help: "anything")
    static let tool = CommandLineTool(
        Command(
            "nest", "keep eggs warm",
            subcommands: [
                Command(
                    "egg", "look at eggs",
                    subcommands: [
                        Command("show", "show one", options: [loud], arguments: [number]),
                        Command("hatch", "hatch all"),
                    ], defaultSubcommand: "show"),
                Command(
                    "coop", "open the door", subcommands: [Command("open", "let them out")], defaultSubcommand: "open"),
                Command("outer", "for another tool", arguments: [rest], takesEverything: true),
            ]))

    @Test(arguments: [
        (["egg", "5"], ["egg", "show"], false), (["egg", "show", "5"], ["egg", "show"], false),
        (["egg", "--loud", "5"], ["egg", "show"], true), (["egg", "5", "--loud"], ["egg", "show"], true),
        (["egg", "hatch"], ["egg", "hatch"], false),
    ]) func path(_ arguments: [String], _ path: [String], _ isLoud: Bool) throws {
        let result = SampleTool.run(arguments, tool: Self.tool)
        #expect(result.command?.path == path)
        if path.last == "show" {
            #expect(result.command?[Self.number] == 5)
            #expect(result.command?[Self.loud] == isLoud)
        }
    }

    @Test(arguments: [
        (["egg", "hach"], "unknown command 'hach', did you mean 'hatch'?"),
        (["egg", "0"], "N must be a whole number from 1 to 9, not '0'"),
        (["egg", "x7"], "N must be a whole number from 1 to 9, not 'x7'"),
        (["egg", "x7", "5"], "this command takes one argument, not 2"),
        (["coop", "x7"], "unknown command 'x7'"), (["coop", "opne"], "unknown command 'opne', did you mean 'open'?"),
        (["egg", "5", "6"], "this command takes one argument, not 2"),
        (["egg", "--lout", "5"], "unknown option '--lout'"),
        (["egg", "--loud"], "N is missing"),
        (["egg", "--loud", "hatch"], "N must be a whole number from 1 to 9, not 'hatch'"),
    ]) func mistakes(_ arguments: [String], _ message: String) {
        let result = SampleTool.run(arguments, tool: Self.tool)
        #expect(result.code == .usage)
        #expect(result.errors.hasPrefix("nest: \(message)\n"))
    }

    @Test func groupAlone() {
        #expect(SampleTool.run(["egg"], tool: Self.tool).output.hasPrefix("nest egg - look at eggs\n"))
    }

    @Test func everything() {
        let arguments = ["outer", "--help", "-x", "--", "y", "--a=b"]
        let result = SampleTool.run(arguments, tool: Self.tool)
        #expect(result.command?[Self.rest] == Array(arguments.dropFirst()))
    }
}
