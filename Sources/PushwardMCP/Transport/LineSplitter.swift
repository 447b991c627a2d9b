// SPDX-License-Identifier: Apache-2.0

/// Cuts a stream of bytes into lines, and drops lines that are too long without keeping them.
struct LineSplitter: Sendable {
    enum Line: Equatable, Sendable {
        /// A line without its end, `\n` or `\r\n`.
        case bytes([UInt8])
        /// A line with more bytes than allowed.
        case tooLong
    }

    /// The longest line in bytes, its end not counted.
    let limit: Int
    private var rest: [UInt8] = []
    private var isDropping = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes, and gives the lines that are complete with them; empty ones are left out.
    mutating func take(_ bytes: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var bytes = bytes[...]
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            append(bytes[..<end])
            bytes = bytes[bytes.index(after: end)...]
            if let line = endLine() { lines.append(line) }
        }
        append(bytes)
        return lines
    }

    /// The stream ended: what it holds after the last line feed is a line too.
    mutating func end() -> Line? { endLine() }

    private mutating func append(_ bytes: some Collection<UInt8>) {
        guard !isDropping else { return }
        // One byte more, for a carriage return at the end.
        guard rest.count + bytes.count <= limit + 1 else {
            isDropping = true
            rest = []
            return
        }
        rest.append(contentsOf: bytes)
    }

    private mutating func endLine() -> Line? {
        defer {
            rest.removeAll(keepingCapacity: rest.capacity < 64 * 1024)
            isDropping = false
        }
        if isDropping { return .tooLong }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        if rest.count > limit { return .tooLong }
        return rest.isEmpty ? nil : .bytes(rest)
    }
}
