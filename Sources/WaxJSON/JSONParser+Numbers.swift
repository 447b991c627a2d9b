// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// Reads a number by RFC 8259 section 6.
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
            if isDigit { throw failure(.leadingZero, at: position - 1) }
        } else {
            try digits()
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
        return JSONNumber(checked: String(decoding: text, as: UTF8.self))
    }

    private var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) }

    private mutating func digits() throws(JSONError) {
        guard isDigit else { throw failure(.invalidNumber) }
        while isDigit { position += 1 }
    }
}
