// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// Reads a string by RFC 8259 section 7, from its opening quote.
    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        try skipPlain()
        guard current == UInt8(ascii: "\"") else { return try stringWithEscapes(from: start) }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
        while current == UInt8(ascii: "\\") {
            try escape()
            let start = position
            try skipPlain()
            scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
        }
        position += 1
        return String(decoding: scratch, as: UTF8.self)
    }

    /// Steps over what stands for itself, up to a quote or a backslash.
    private mutating func skipPlain() throws(JSONError) {
        while true {
            while position + 8 <= bytes.count, isPlain(eightBytesAt: position) { position += 8 }
            switch current {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
            case 0x00..<0x20: throw failure(.controlCharacter)
            case 0x20..<0x80: position += 1
            default:
                let length = UTF8Sequence.length(at: position, in: bytes)
                guard length > 0 else { throw failure(.invalidUTF8) }
                position += length
            }
        }
    }

    /// Whether eight bytes are ASCII without controls, quotes and backslashes; each test sets a byte's highest bit.
    private func isPlain(eightBytesAt offset: Int) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let control = word &- ones &* 0x20
        let quote = (word ^ ones &* 0x22) &- ones
        let backslash = (word ^ ones &* 0x5C) &- ones
        return (word | control | quote | backslash) & (ones &* 0x80) == 0
    }

    /// Reads one escape into the scratch, both halves of a surrogate pair included.
    private mutating func escape() throws(JSONError) {
        let start = position
        position += 1
        let byte: UInt8
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = current
        case UInt8(ascii: "b"): byte = 0x08
        case UInt8(ascii: "f"): byte = 0x0C
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "r"): byte = 0x0D
        case UInt8(ascii: "t"): byte = 0x09
        case UInt8(ascii: "u"):
            scratch.append(contentsOf: UTF8.encode(try escapedScalar(from: start)) ?? UTF8.encodedReplacementCharacter)
            return
        default: throw isAtEnd ? failure(.unexpectedEnd) : failure(.invalidEscape, at: start)
        }
        position += 1
        scratch.append(byte)
    }

    private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try escapedUnit(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, current == UInt8(ascii: "\\") else { throw halfPair(from: start) }
        position += 1
        guard current == UInt8(ascii: "u") else { throw halfPair(from: start) }
        let second = try escapedUnit(from: position - 1)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw failure(.loneSurrogate, at: start) }
        return scalar
    }

    private func halfPair(from start: Int) -> JSONError {
        isAtEnd ? failure(.unexpectedEnd) : failure(.loneSurrogate, at: start)
    }

    /// Reads `u` and its four digits; `start` is where the escape began.
    private mutating func escapedUnit(from start: Int) throws(JSONError) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexDigit else {
                throw isAtEnd ? failure(.unexpectedEnd) : failure(.invalidEscape, at: start)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    private var hexDigit: UInt8? {
        switch current {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): current - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): current - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): current - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
