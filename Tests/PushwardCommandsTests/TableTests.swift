// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushwardCommands
import TestSupport
import Testing
import WaxCommands

/// What is made from the table of commands: the man page and the completion scripts, in the shells themselves.
@Suite struct TableTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func tableHoldsTogether() {
        #expect(PushwardTool().tool.root.problems.isEmpty)
    }

    @Test func manPageIsUpToDate() async throws {
        // The program's own, which has the commands of other modules, too.
        let page = try await Pushward.result(of: ChildProcess([Pushward.executable, "man"]))
        let committed = try String(contentsOf: Self.root.appendingPathComponent("docs/man/pushward.1"), encoding: .utf8)
        #expect(page.output == committed, "write it anew: pushward man > docs/man/pushward.1")
    }

    @Test(.enabled(if: Shell.isThere("mandoc"))) func manPageIsWellFormed() async throws {
        let page = try await Pushward().run("man")
        let check = try ChildProcess(["mandoc", "-T", "lint", "-W", "error"], input: Array(page.output.utf8))
        let result = try await Pushward.result(of: check)
        #expect(result.code == 0 && result.output == "", "\(result.output)")
    }

    static let completions: [(words: [String], offered: Set<String>, not: Set<String>)] = [
        (["no"], ["notify", "notification"], ["schedule"]),
        (
            [""], ["notify", "schedule", "receipt", "e2e", "me", "health", "api", "auth", "version", "completion"],
            ["man", "activity"]
        ),
        (["notification", ""], ["send", "answer"], ["notify"]), (["scheduled", "c"], ["create", "cancel"], ["list"]),
        (["--json", "-q", "e2e", "k"], ["key-id"], []), (["--jq", "e2e", "sch"], ["schedule"], []),
        (["notify", "--ti"], ["--title"], ["--tag"]), (["notify", "--level", "t"], ["time-sensitive"], ["active"]),
        (["notify", "--title", "x", "--level", ""], ["passive", "active", "time-sensitive", "critical"], []),
        (["schedule", "list", "--status", "s"], ["scheduled", "sent"], ["failed"]),
        (["e2e", "generate", "--"], ["--save", "--force", "--qr", "--json"], ["--title"]),
        (["completion", "z"], ["zsh"], ["bash"]),
    ]

    @Test(arguments: completions) func bash(_ words: [String], _ offered: Set<String>, _ not: Set<String>) async throws
    {
        try await check(Shell.bash, words, offered, not)
    }

    @Test(.enabled(if: Shell.isThere("zsh")), arguments: completions)
    func zsh(_ words: [String], _ offered: Set<String>, _ not: Set<String>) async throws {
        try await check(Shell.zsh, words, offered, not)
    }

    @Test(.enabled(if: Shell.isThere("fish")), arguments: completions)
    func fish(_ words: [String], _ offered: Set<String>, _ not: Set<String>) async throws {
        try await check(Shell.fish, words, offered, not)
    }

    @Test func bashTakesFlagsApart() async throws {
        let offered = try await Shell.bash.complete(["notify", "--level", "=", "cr"])
        #expect(offered == ["critical"])
    }

    private func check(_ shell: Shell, _ words: [String], _ offered: Set<String>, _ not: Set<String>) async throws {
        let found = try await shell.complete(words)
        #expect(found.isSuperset(of: offered), "\(found)")
        #expect(found.isDisjoint(with: not), "\(found)")
    }
}
