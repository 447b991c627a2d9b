// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import WaxRelay

@Suite struct PrivateFileTests {
    /// What cannot be read whole is not taken for all that there is.
    @Test func halfOfAFileIsNone() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(PrivateFile.append([1, 2, 3, 4], to: ends[1]))
        close(ends[1])
        #expect(PrivateFile.bytes(3, of: ends[0]) == [1, 2, 3])
        #expect(PrivateFile.bytes(3, of: ends[0]) == nil && errno == 0)
        let directory = open("/", O_RDONLY | O_CLOEXEC)
        defer { close(directory) }
        #expect(PrivateFile.bytes(1, of: directory) == nil && errno == EISDIR)
        #expect(PrivateFile.bytes(0, of: directory) == [])
    }

    @Test func whatIsWrittenIsRead() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a")
        #expect(try PrivateFile.read(path) == nil)
        for bytes in [[], [1, 2, 3], [UInt8](repeating: 7, count: 100_000)] {
            try PrivateFile.write(bytes, to: path)
            #expect(try PrivateFile.read(path) == bytes)
        }
    }
}
