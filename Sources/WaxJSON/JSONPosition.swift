// SPDX-License-Identifier: Apache-2.0

/// A place in a JSON text.
package struct JSONPosition: Hashable, Sendable {
    /// The bytes before it.
    package let offset: Int
    /// Its line, the first being 1; a line feed ends a line.
    package let line: Int
    /// Its code point within the line, the first being 1.
    package let column: Int

    /// A place that is known already.
    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(offset: offset, line: line, column: column)
    }
}
