// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Standard input, or what stands in for it.
package struct StandardInput: Sendable {
    /// Whether a person types it.
    package let isTerminal: Bool
    /// Gives at most the given number of bytes, none at the end, nil when it cannot be read.
    private let source: @Sendable (Int) -> [UInt8]?
    /// Reads a line that is not shown as it is typed; nil when it cannot be read or was broken off.
    private let secretSource: (@Sendable () -> [UInt8]?)?

    /// Takes a closure that gives at most as many bytes as it is asked for, none at the end, and nil when it cannot.
    package init(
        isTerminal: Bool, read: @escaping @Sendable (Int) -> [UInt8]?,
        readHidden: (@Sendable () -> [UInt8]?)? = nil
    ) {
        self.isTerminal = isTerminal
        source = read
        secretSource = readHidden
    }

    /// Reads from a file descriptor that stays open.
    package init(descriptor: Int32) {
        self.init(isTerminal: isatty(descriptor) == 1) { limit in
            Self.read(descriptor, limit)
        } readHidden: {
            HiddenTyping.line(from: descriptor)
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
            guard let part = source(min(limit - bytes.count, 64 * 1024)) else { throw Self.unreadable }
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
            guard let byte = source(1) else { throw Self.unreadable }
            guard let byte = byte.first else { return bytes.isEmpty ? nil : bytes }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }

    /// As `readLine`, but a terminal does not show what is typed. The cursor stays where it is. Throws `interrupted`
    /// for the interrupt key.
    package func readHiddenLine() throws(CommandFailure) -> [UInt8]? {
        guard isTerminal, let secretSource else { return try readLine() }
        guard let line = secretSource() else { throw Self.interrupted }
        return line
    }

    private static let unreadable = CommandFailure("standard input cannot be read")
    /// As a shell says that a signal ended a command.
    package static let interrupted = CommandFailure("interrupted", code: ExitCode(rawValue: 130))

    static func read(_ descriptor: Int32, _ limit: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        while true {
            let count = Glibc.read(descriptor, &bytes, limit)
            if count >= 0 { return Array(bytes[..<count]) }
            guard errno == EINTR else { return nil }
        }
    }
}
