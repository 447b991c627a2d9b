// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing
import WaxCommands

@Suite struct StandardStreamTests {
    @Test func forms() throws {
        let recorder = Recorder()
        let stream = recorder.context().output
        try stream.write("a/é")
        try stream.writeLine("b")
        try stream.write([0x63])
        #expect(recorder.output == "a/éb\nc")
    }

    @Test func descriptor() throws {
        let directory = try TemporaryDirectory()
        let file = open(directory.file("out"), O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
        try StandardStream(descriptor: file).write(bytes)
        var read = [UInt8](repeating: 0, count: bytes.count + 1)
        #expect(pread(file, &read, read.count, 0) == bytes.count)
        #expect(read.dropLast() == bytes[...])
        #expect(!StandardStream(descriptor: file).isTerminal)
    }

    @Test func fullDevice() {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(throws: CommandFailure("the output cannot be written")) {
            try StandardStream(descriptor: full).write("x")
        }
    }

    @Test func systemContext() throws {
        setenv("NEST_OF_THIS_TEST", "warm é", 1)
        defer { unsetenv("NEST_OF_THIS_TEST") }
        #expect(CommandContext.system.environment("NEST_OF_THIS_TEST") == "warm é")
        #expect(CommandContext.system.environment("NEST_THAT_IS_NOT_SET") == nil)
        #expect(CommandContext.system.output.isTerminal == (isatty(STDOUT_FILENO) == 1))
    }
}
