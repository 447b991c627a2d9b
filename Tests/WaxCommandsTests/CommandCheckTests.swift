// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands

@Suite struct CommandCheckTests {
    static let faulty: [(Command, [String])] = [
        (SampleTool.root, []),
        (
            Command(
                "a", "b",
                options: [SampleTool.data, Option(switch: "data", short: "d", environment: "NEST_DATA", help: "x")]),
            ["a: option data stands twice", "a: short option d stands twice", "a: variable NEST_DATA stands twice"]
        ),
        (Command("a", "b", options: [Option(switch: "help", help: "x")]), ["a: option help stands twice"]),
        (
            Command("a", "b", options: [Option(switch: "hard", short: "h", help: "x")]),
            ["a: short option h stands twice"]
        ),
        (
            Command("a", "b", options: [SampleTool.data], subcommands: [Command("c", "d", options: [SampleTool.data])]),
            ["c: option data stands twice", "c: short option d stands twice", "c: variable NEST_DATA stands twice"]
        ),
        (
            Command("a", "b", subcommands: [Command("c", "d"), Command("e", aliases: ["c"], "f")]),
            ["a: subcommand c stands twice"]
        ),
        (
            Command("a", "b", options: [Option("n", .integer(1...3), default: "4", help: "x")]),
            ["a: the default of --n breaks its rule"]
        ),
        (Command("a", "b", subcommands: [Command("c", "d")], defaultSubcommand: "e"), ["a: there is no subcommand e"]),
        (
            Command("a", "b", arguments: [SampleTool.owner], takesEverything: true),
            ["a: what takes everything needs a repeated argument"]
        ),
        (
            Command("a", "b", arguments: [SampleTool.owner], subcommands: [Command("c", "d")]),
            ["a: a group takes no arguments"]
        ),
        (
            Command("a", "b", arguments: [SampleTool.count, SampleTool.owner]),
            ["a: an argument stands after one that may be left out or repeated"]
        ),
        (
            Command("a", "b", arguments: [SampleTool.files, SampleTool.owner]),
            ["a: an argument stands after one that may be left out or repeated"]
        ),
        (Command("a", "b", arguments: [SampleTool.owner, SampleTool.owner]), ["a: argument OWNER stands twice"]),
    ]

    @Test(arguments: faulty.indices) func problems(_ index: Int) {
        let (command, problems) = Self.faulty[index]
        #expect(command.problems == problems)
    }
}
