// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands

@Suite struct ArgumentParserTests {
    private func parse(
        _ arguments: [String], environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ParsedCommand {
        let parser = ArgumentParser(SampleTool.root, hasVersion: true, environment: { environment[$0] })
        guard case .command(let command) = try parser.parse(arguments) else {
            Issue.record("no command", sourceLocation: sourceLocation)
            throw CommandFailure("no command")
        }
        return command
    }

    @Test func defaults() throws {
        let command = try parse(["serve"])
        #expect(command.path == ["serve"])
        #expect(command[SampleTool.data] == "/var/lib/nest")
        #expect(command[SampleTool.listen] == ListenAddress("127.0.0.1:8080"))
        #expect(command[SampleTool.workers] == 4)
        #expect(command[SampleTool.grace] == .seconds(30))
        #expect(command[SampleTool.upstream] == nil)
        #expect(command[SampleTool.tags] == [])
        #expect(command[SampleTool.verbose] == false)
        #expect(command[SampleTool.token] == nil)
        #expect(command.source(of: SampleTool.data) == .standard)
        #expect(command.source(of: SampleTool.upstream) == .absent)
    }

    static let spellings = [
        ["serve", "--data", "/x"], ["serve", "--data=/x"], ["serve", "-d", "/x"], ["serve", "-d/x"],
        ["serve", "-d=/x"],
        ["serve", "-vd", "/x"], ["serve", "-vd/x"], ["serve", "-v", "-d", "/x"], ["-v", "serve", "--data", "/x"],
    ]

    @Test(arguments: spellings) func spelling(_ arguments: [String]) throws {
        let command = try parse(arguments)
        #expect(command[SampleTool.data] == "/x")
        #expect(command.source(of: SampleTool.data) == .commandLine)
        #expect(command[SampleTool.verbose] == arguments.contains { $0.hasPrefix("-v") })
    }

    static let values = ["a=b", "--mode", "--", "-", "-x", "=", "\u{301}a", "a b", "é", "--help"]

    @Test(arguments: values) func valueIsTakenAsItIs(_ value: String) throws {
        for arguments in [["--tag", value], ["--tag=\(value)"], ["-t", value], ["-t=\(value)"]] {
            let tags = try parse(["serve"] + arguments)[SampleTool.tags]
            #expect(tags.map { Array($0.utf8) } == [Array(value.utf8)])
        }
    }

    @Test func subcommands() throws {
        let command = try parse(["keys", "--data", "/x", "create", "--mode", "live", "anna", "3", "-f"])
        #expect(command.path == ["keys", "create"])
        #expect(command[SampleTool.data] == "/x")
        #expect(command[SampleTool.mode] == .live)
        #expect(command[SampleTool.force])
        #expect(command[SampleTool.owner] == "anna")
        #expect(command[SampleTool.count] == 3)
        let same = try parse(["key", "new", "-d/x", "anna", "--mode=live"])
        #expect(same.path == ["keys", "create"])
        #expect(same[SampleTool.data] == "/x")
        #expect(same[SampleTool.count] == nil)
    }

    @Test func argumentsAfterTwoDashes() throws {
        #expect(try parse(["look", "a", "--", "-b", "--help", "--"])[SampleTool.files] == ["a", "-b", "--help", "--"])
        #expect(try parse(["look", "-", "a"])[SampleTool.files] == ["-", "a"])
        #expect(try parse(["look"])[SampleTool.files] == [])
        #expect(try parse(["--", "look", "-v"])[SampleTool.files] == ["-v"])
    }

    @Test func repeated() throws {
        #expect(try parse(["serve", "--tag", "a", "-tb", "--tag=a"])[SampleTool.tags] == ["a", "b", "a"])
        let command = try parse(["serve"], environment: ["NEST_TAGS": "a, b ,c"])
        #expect(command[SampleTool.tags] == ["a", "b", "c"])
        #expect(try parse(["serve", "-tx"], environment: ["NEST_TAGS": "a,b"])[SampleTool.tags] == ["x"])
    }

    @Test func environmentIsBetweenFlagAndDefault() throws {
        let environment = ["NEST_DATA": "/env", "NEST_UPSTREAM": "https://env.example", "NEST_TOKEN": "t"]
        let command = try parse(["serve", "--data", "/flag"], environment: environment)
        #expect(command[SampleTool.data] == "/flag")
        #expect(command[SampleTool.upstream] == "https://env.example")
        #expect(command.source(of: SampleTool.upstream) == .environment)
        #expect(command[SampleTool.token] == "t")
        #expect(try parse(["serve"], environment: environment)[SampleTool.data] == "/env")
        let empty = try parse(["serve"], environment: ["NEST_DATA": "", "NEST_TOKEN": "", "NEST_TAGS": ""])
        #expect(empty[SampleTool.data] == "/var/lib/nest")
        #expect(empty[SampleTool.token] == nil)
        #expect(empty[SampleTool.tags] == [])
        #expect(try parse(["keys", "create", "x"], environment: ["NEST_MODE": "test"])[SampleTool.mode] == .test)
    }

    /// A broken variable that a flag overrules, or that the command does not read, stops nothing.
    @Test func onlyWhatCountsIsChecked() throws {
        let environment = ["NEST_LISTEN": "nowhere"]
        #expect(try parse(["serve", "--listen", "[::1]:1"], environment: environment)[SampleTool.listen].port == 1)
        #expect(try parse(["look"], environment: environment).path == ["look"])
    }

    static let switches: [([String], String?, Bool)] = [
        ([], nil, false), (["-v"], nil, true), (["--verbose"], nil, true), (["--verbose=true"], nil, true),
        (["--verbose=false"], nil, false), (["-v=off"], nil, false), ([], "1", true), ([], "YES", true),
        ([], "on", true),
        ([], "0", false), ([], "no", false), (["--verbose=false"], "true", false), (["-v"], "false", true),
        ([], "", false), (["-v", "-v"], nil, true), (["-vv"], nil, true), (["-v", "--verbose=yes"], nil, true),
        (["-v=off", "--verbose=false"], nil, false), (["--verbose", "-v"], "false", true),
    ]

    @Test(arguments: switches) func switchIsOn(_ arguments: [String], _ variable: String?, _ isOn: Bool) throws {
        let command = try parse(["look"] + arguments, environment: variable.map { ["NEST_VERBOSE": $0] } ?? [:])
        #expect(command[SampleTool.verbose] == isOn)
    }

    /// A group may have a command that is meant when none is named.
    @Test(arguments: [
        (["--data", "/x"], ["relay", "serve"], "/x"), (["serve", "--data", "/x"], ["relay", "serve"], "/x"),
        (["list"], ["relay", "list"], "/var/lib/nest"),
    ])
    func defaultSubcommand(arguments: [String], path: [String], data: String) throws {
        let group = Command(
            "relay", "pass on",
            subcommands: [
                Command("serve", "run", options: [SampleTool.data]),
                Command("list", "list", options: [SampleTool.data]),
            ], defaultSubcommand: "serve")
        let root = Command("nest", "keep eggs warm", subcommands: [group])
        #expect(root.problems.isEmpty)
        let parser = ArgumentParser(root, hasVersion: false, environment: { _ in nil })
        guard case .command(let command) = try parser.parse(["relay"] + arguments) else {
            Issue.record("no command")
            return
        }
        #expect(command.path == path && command[SampleTool.data] == data)
        for help in [["relay"], ["relay", "--help"], ["relay", "-h"]] {
            guard case .help(let chain) = try parser.parse(help) else {
                Issue.record("no help")
                continue
            }
            #expect(chain.map(\.name) == ["nest", "relay"])
        }
        let wrong = Command("nest", "keep eggs warm", subcommands: [SampleTool.list], defaultSubcommand: "serve")
        #expect(wrong.problems == ["nest: there is no subcommand serve"])
    }
}
