// SPDX-License-Identifier: Apache-2.0

extension JSONWriter {
    /// Writes `null`.
    package mutating func null() {
        word("null")
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) {
        word(value ? "true" : "false")
    }

    /// Writes an integer.
    package mutating func number(_ value: Int) {
        number(Int64(value))
    }

    /// Writes an integer.
    package mutating func number(_ value: Int64) {
        beginItem()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var first = bytes.count
        var rest = value.magnitude
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(digit))
            rest = quotient
        } while rest > 0
        // Turned round by hand: `reverse()` on a slice would copy it.
        var last = bytes.count - 1
        while first < last {
            bytes.swapAt(first, last)
            first += 1
            last -= 1
        }
    }

    /// Writes the number's own text.
    package mutating func number(_ number: JSONNumber) {
        beginItem()
        number.text.withUTF8Bytes { bytes.append(contentsOf: $0) }
    }

    /// Writes a string.
    package mutating func string(_ text: String) {
        beginItem()
        appendQuoted(text)
    }

    /// Writes a string from its bytes, which must be valid UTF-8.
    package mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        beginItem()
        appendQuoted(text)
    }

    /// Writes a value that is JSON text already, compact or not, exactly as it is.
    package mutating func raw(_ json: [UInt8]) {
        beginItem()
        bytes.append(contentsOf: json)
    }

    /// Writes a value that is JSON text already, compact or not, exactly as it is.
    package mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
        beginItem()
        bytes.append(contentsOf: json)
    }

    /// Writes a whole value.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let number): self.number(number)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for (key, value) in object {
                self.key(key)
                self.value(value)
            }
            endObject()
        }
    }

    private mutating func word(_ word: StaticString) {
        beginItem()
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    mutating func appendQuoted(_ text: String) {
        text.withUTF8Bytes { appendQuoted($0) }
    }

    private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            appendEscaped(byte)
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            let low = byte & 0x0F
            bytes.append(UInt8(ascii: "u"))
            bytes.append(UInt8(ascii: "0"))
            bytes.append(UInt8(ascii: "0"))
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        default: bytes.append(byte)
        }
    }
}

extension JSONValue {
    /// The text without white space.
    package var compact: [UInt8] { text(.compact) }

    /// The text for people: a line for each item, two spaces for each level, no line feed at the end.
    package var pretty: [UInt8] { text(.pretty) }

    private func text(_ style: JSONWriter.Style) -> [UInt8] {
        var room: [UInt8] = []
        room.reserveCapacity(512)
        var writer = JSONWriter(appendingTo: room, style: style)
        writer.value(self)
        return writer.bytes
    }
}
