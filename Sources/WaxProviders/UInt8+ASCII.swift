// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    package var isASCIILetterOrDigit: Bool {
        isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    /// A character that may stand in a header value and takes up room: `!` to `~`.
    var isASCIIGraphic: Bool { (0x21...0x7E).contains(self) }
}
