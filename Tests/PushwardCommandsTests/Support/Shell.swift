// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// A shell that completes the words of a command line.
enum Shell: String {
    case bash, zsh, fish

    static func isThere(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    /// What the shell offers in place of the last of `words`, which follow the tool's name.
    func complete(_ words: [String]) async throws -> Set<String> {
        let pushward = try Pushward()
        let script = try await pushward.run("completion", rawValue)
        guard script.code == 0 else { throw TestFailure("there is no script for \(rawValue)") }
        let file = pushward.home.file("completion")
        try script.output.write(toFile: file, atomically: true, encoding: .utf8)
        let process = try ChildProcess(
            [rawValue] + (self == .zsh ? ["-f"] : []) + ["-c", program(words, file)], environment: pushward.environment)
        let result = try await Pushward.result(of: process)
        guard result.errors.isEmpty else { throw TestFailure("\(rawValue) complains: \(result.errors)") }
        // fish puts what a word is for behind a tab.
        return Set(result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
    }

    private func program(_ words: [String], _ file: String) -> String {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        switch self {
        case .bash:
            return """
                set -u
                source '\(file)'
                COMP_WORDS=(pushward \(quoted)); COMP_CWORD=\(words.count)
                _pushward
                printf '%s\\n' "${COMPREPLY[@]-}"
                """
        case .zsh:
            // Stand-ins for what only runs while a line is edited: they print what matches the last word.
            return """
                offer() { for word in "$@"; do [[ $word == "$words[CURRENT]"* ]] && print -r -- $word; done; return 0 }
                compdef() { : }
                compadd() { shift; offer "$@" }
                _message() { : }
                _files() { print files }
                _describe() { offer "${(@)${(P@)argv[-1]}%%:*}" }
                words=(pushward \(quoted)); CURRENT=\(words.count + 1)
                source '\(file)'
                _pushward
                """
        case .fish:
            let line = words.map { $0.isEmpty ? "" : $0 }.joined(separator: " ")
            return "source '\(file)'; complete -C 'pushward \(line)'"
        }
    }
}
