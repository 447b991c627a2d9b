// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Standard input, or what stands in for it.
package struct StandardInput: Sendable {
    /// Whether a person types it.
    package let isTerminal: Bool
    /// Where it comes from; nil when a closure gives it.
    let descriptor: Int32?
    /// Gives at most the given number of bytes, none at the end, nil when it cannot be read.
    private let source: @Sendable (Int) -> [UInt8]?

    /// Takes a closure that gives at most as many bytes as it is asked for, none at the end, and nil when it cannot.
    package init(isTerminal: Bool, read: @escaping @Sendable (Int) -> [UInt8]?) {
        self.isTerminal = isTerminal
        descriptor = nil
        source = read
    }

    /// Reads from a file descriptor that stays open.
    package init(descriptor: Int32) {
        isTerminal = isatty(descriptor) == 1
        self.descriptor = descriptor
        source = { limit in
            var bytes = [UInt8](repeating: 0, count: limit)
            while true {
                let count = read(descriptor, &bytes, limit)
                if count >= 0 { return Array(bytes[..<count]) }
                guard errno == EINTR else { return nil }
            }
        }
    }

    /// The process's standard input.
    package static let standardInput = StandardInput(descriptor: STDIN_FILENO)

    /// Nothing at all.
    package static let empty = StandardInput(isTerminal: false) { _ in [] }

    /// Everything up to the end, but no more than `limit` bytes.
    package func readAll(limit: Int) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let part = try readSome(min(limit - bytes.count, 64 * 1024))
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }

    /// A line without its end, and nothing of what follows; nil at the end of the input. Of a line that is longer than
    /// `limit` bytes, so many.
    package func readLine(limit: Int = 64 * 1024) throws(CommandFailure) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            guard let byte = try readByte() else {
                if bytes.isEmpty { return nil }
                break
            }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }

    /// The next byte; nil at the end.
    func readByte() throws(CommandFailure) -> UInt8? { try readSome(1).first }

    /// The next bytes as soon as there are some, no more than `limit`; none at the end.
    package func readSome(_ limit: Int) throws(CommandFailure) -> [UInt8] {
        guard let bytes = source(limit) else { throw CommandFailure("standard input cannot be read") }
        return bytes
    }
}
