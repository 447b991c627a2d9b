// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCommands

/// The completion scripts of a tool that has one of everything; bash itself reads its own.
@Suite struct CompletionTests {
    @Test(arguments: [
        (["k"], ["keys"]), ([""], ["serve", "keys", "look"]), (["keys", ""], ["create", "list"]),
        (["key", "new", "--mo"], ["--mode"]), (["keys", "create", "--mode", ""], ["test", "live"]),
        (["-"], ["-v", "--verbose", "--help"]),
        (["serve", "-d", "keys", "--gr"], ["--grace"]), (["serve", "--data", "=", "/etc/passw"], []),
        (["serve", "--tls-cert", "/etc/passw"], ["/etc/passwd"]),
        (["serve", "--tls-cert", "=", "/etc/passw"], ["/etc/passwd"]),
        (["look", "/etc/passw"], ["/etc/passwd"]), (["gate", ""], ["serve", "keys", "look"]),
    ]) func bash(_ words: [String], _ offered: [String]) async throws {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let program = """
            set -u
            \(BashCompletion.script(SampleTool.root))
            COMP_WORDS=(nest \(quoted)); COMP_CWORD=\(words.count)
            _nest
            printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
            """
        let process = try ChildProcess(["bash", "--norc", "-c", program])
        #expect(try await process.end() == .exited(0))
        #expect(process.errors == "")
        let found = process.output.split(separator: "\n").map(String.init)
        #expect(found.filter { !$0.hasSuffix("passwd-") } == offered)
    }

    @Test func whatIsHiddenStaysSo() {
        for script in [
            BashCompletion.script(SampleTool.root), ZshCompletion.script(SampleTool.root),
            FishCompletion.script(SampleTool.root),
        ] {
            #expect(script.contains("verbose") && !script.contains("inject") && !script.contains("gate"))
        }
    }
}
