// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing

@testable import PushwardCommands

@Suite struct ShellWordsTests {
    @Test(arguments: [
        ("notify", ["notify"]), ("  schedule \t create\n", ["schedule", "create"]), ("", []), (" ", []),
        (#"a 'b c' d"#, ["a", "b c", "d"]), (#"a "b c" d"#, ["a", "b c", "d"]), (#"a"b"'c'd"#, ["abcd"]),
        (#"a '' """#, ["a", "", ""]), (#"a\ b"#, ["a b"]), (#"\'a"#, ["'a"]), (#"'a\'"#, [#"a\"#]),
        (#""a\"b\\c\$d\`e""#, [#"a"b\c$d`e"#]), (#""a\nb""#, [#"a\nb"#]), ("a\\\nb", ["ab"]), ("\"a\\\nb\"", ["ab"]),
        ("'$(touch x) `id` $HOME ~ * ; | &'", ["$(touch x) `id` $HOME ~ * ; | &"]),
        ("$HOME;ls", ["$HOME;ls"]), ("--title=é", ["--title=é"]), ("a \"\u{301}\" b", ["a", "\u{301}", "b"]),
    ])
    func aLineIsCutAsAShellCutsIt(line: String, words: [String]) throws {
        #expect(try ShellWords.split(line) == words)
    }

    @Test(arguments: ["'", "\"", "a 'b", "a \"b", "\"a\\", "a\\"])
    func whatIsNotClosedIsRefused(line: String) {
        #expect(throws: ClientError.self) { try ShellWords.split(line) }
    }
}
