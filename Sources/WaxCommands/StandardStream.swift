// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Standard output or standard error, or what stands in for it.
package struct StandardStream: Sendable {
    /// Whether a person reads it as it is written.
    package let isTerminal: Bool
    private let sink: @Sendable ([UInt8]) -> Bool

    /// Takes a closure that writes all bytes and answers whether it could.
    package init(isTerminal: Bool, write: @escaping @Sendable ([UInt8]) -> Bool) {
        self.isTerminal = isTerminal
        sink = write
    }

    /// Writes all bytes at once, unbuffered.
    package func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard sink(bytes) else { throw CommandFailure("the output cannot be written") }
    }

    /// Writes a text as it is.
    package func write(_ text: String) throws(CommandFailure) {
        try write(Array(text.utf8))
    }

    /// Writes a text and a line feed.
    package func writeLine(_ text: String) throws(CommandFailure) {
        try write(text + "\n")
    }

    /// The process's standard output.
    package static let standardOutput = StandardStream(descriptor: STDOUT_FILENO)
    /// The process's standard error.
    package static let standardError = StandardStream(descriptor: STDERR_FILENO)

    /// Writes to a file descriptor that stays open.
    package init(descriptor: Int32) {
        self.init(isTerminal: isatty(descriptor) == 1) { bytes in
            bytes.withUnsafeBytes { bytes in
                var rest = bytes
                while !rest.isEmpty {
                    let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                    if count < 0 && errno != EINTR { return false }
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
                }
                return true
            }
        }
    }
}
