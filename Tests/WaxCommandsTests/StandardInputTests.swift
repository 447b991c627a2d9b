// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing
import WaxCommands
import WaxSystem

@Suite struct StandardInputTests {
    /// Gives the text in pieces of at most `piece` bytes.
    static func input(_ text: String, piece: Int = 3) -> StandardInput {
        let rest = Locked(Array(text.utf8)[...])
        return StandardInput(isTerminal: false) { limit in
            rest.withLock { rest in
                let part = rest.prefix(min(limit, piece))
                rest = rest.dropFirst(part.count)
                return Array(part)
            }
        }
    }

    @Test func everything() throws {
        #expect(try Self.input("0123456789").readAll(limit: 100) == Array("0123456789".utf8))
        #expect(try Self.input("0123456789").readAll(limit: 4) == Array("0123".utf8))
        #expect(try StandardInput.empty.readAll(limit: 4).isEmpty)
    }

    @Test func lines() throws {
        let input = Self.input("one\r\n\ntwo\nthree")
        var lines: [String] = []
        while let line = try input.readLine() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(lines == ["one", "", "two", "three"])
        #expect(try Self.input("0123456789").readLine(limit: 4) == Array("0123".utf8))
    }

    @Test func nothingBeyondALineIsTaken() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(write(ends[1], "one\ntwo\n", 8) == 8)
        #expect(try StandardInput(descriptor: ends[0]).readLine() == Array("one".utf8))
        #expect(try StandardInput(descriptor: ends[0]).readLine() == Array("two".utf8))
    }

    @Test func whatCannotBeRead() {
        let input = StandardInput(isTerminal: false) { _ in nil }
        #expect(throws: CommandFailure("standard input cannot be read")) { try input.readAll(limit: 1) }
        #expect(throws: CommandFailure("standard input cannot be read")) { try input.readLine() }
        #expect(throws: CommandFailure.self) { try StandardInput(descriptor: -1).readAll(limit: 1) }
    }

    @Test func hiddenWithoutATerminal() throws {
        let hidden = HiddenInput(Self.input("one\ntwo"))
        #expect(try hidden.readLine() == Array("one".utf8))
        #expect(try hidden.readLine() == Array("two".utf8))
        #expect(try hidden.readLine() == nil)
    }
}
