// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PushwardMCP

@Suite struct LineSplitterTests {
    /// What comes in, part by part, and the lines with a limit of four bytes; `!` is one that is too long.
    @Test(arguments: [
        (["ab\ncd\n"], ["ab", "cd"]), (["a", "b", "\n"], ["ab"]), (["ab\r\n"], ["ab"]), (["\n\n\r\n"], []),
        (["abcd\n"], ["abcd"]), (["abcd\r\n"], ["abcd"]), (["abcde\n"], ["!"]),
        (["abcdefgh", "ijk\nab\n"], ["!", "ab"]),
        (["abc", "de", "\n", "x\n"], ["!", "x"]), (["ab"], ["ab"]), (["abcdef"], ["!"]),
        (["ab\n\rc\n"], ["ab", "\rc"]), ([], []),
    ])
    func linesAreCut(parts: [String], expected: [String]) {
        var splitter = LineSplitter(limit: 4)
        var lines = parts.flatMap { splitter.take(Array($0.utf8)) }
        if let last = splitter.end() { lines.append(last) }
        #expect(lines.map(text) == expected)
    }

    private func text(_ line: LineSplitter.Line) -> String {
        switch line {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .tooLong: "!"
        }
    }
}
