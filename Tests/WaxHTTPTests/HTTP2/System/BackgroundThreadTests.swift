// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing
import WaxSystem

@Suite struct BackgroundThreadTests {
    @Test func whoeverJoinsFindsItEnded() throws {
        let seen = Locked<[String]>([])
        let thread = try BackgroundThread(name: "a-name-of-its-own") {
            let name = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
            seen.withLock { $0.append(name) }
        }
        thread.join()
        // Linux keeps fifteen bytes.
        #expect(seen.withLock { $0 } == ["a-name-of-its-o\n"])
        // Once more is no error.
        thread.join()
    }

    /// A peer that left is an error of the write, and does not end the program.
    @Test func aBrokenPipeIsAnError() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        let (end, code) = (ends[1], Locked<Int32>(0))
        let thread = try BackgroundThread {
            var byte: UInt8 = 1
            if write(end, &byte, 1) < 0 { code.withLock { $0 = errno } }
        }
        thread.join()
        close(ends[1])
        #expect(code.withLock { $0 } == EPIPE)
    }
}
