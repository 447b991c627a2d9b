// SPDX-License-Identifier: Apache-2.0

/// The grammar of RFC 8259 section 2 over a buffer that outlives it; no byte is read before its place is checked.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// Text with escapes is put together here, so that a string costs one allocation.
    var scratch: [UInt8] = []
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// The byte at the position, and at the end 0, which no rule of the grammar takes.
    var current: UInt8 {
        @inline(__always) get { position < bytes.count ? bytes[position] : 0 }
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark) }
        skipSpace()
        if isAtEnd { throw failure(.emptyInput, at: position) }
        let value = try value()
        skipSpace()
        guard isAtEnd else { throw failure(.trailingData) }
        return value
    }

    /// An error at the position, or about the end of the text when that is where it stands.
    func failure(_ reason: JSONError.Reason) -> JSONError {
        failure(isAtEnd ? .unexpectedEnd : reason, at: position)
    }

    func failure(_ reason: JSONError.Reason, at offset: Int) -> JSONError {
        JSONError(reason, at: JSONPosition(offset: offset, in: bytes))
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        switch current {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw failure(.expectedValue)
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        for index in 0..<word.utf8CodeUnitCount {
            guard position + index < bytes.count else { throw failure(.unexpectedEnd, at: bytes.count) }
            guard bytes[position + index] == word.utf8Start[index] else { throw failure(.expectedValue) }
        }
        position = end
        return value
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try enter()
        var elements: [JSONValue] = []
        if current == UInt8(ascii: "]") {
            leave()
            return elements
        }
        repeat {
            elements.append(try value())
        } while try another(before: UInt8(ascii: "]"))
        leave()
        return elements
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        try enter()
        var object = JSONObject()
        if current == UInt8(ascii: "}") {
            leave()
            return object
        }
        repeat {
            let start = position
            guard current == UInt8(ascii: "\"") else { throw failure(.expectedKey) }
            let key = try string()
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw failure(.expectedColon) }
            position += 1
            skipSpace()
            guard object.append(key, try value()) else { throw failure(.duplicateKey, at: start) }
        } while try another(before: UInt8(ascii: "}"))
        leave()
        return object
    }

    /// Steps over the opening bracket.
    private mutating func enter() throws(JSONError) {
        guard depth < JSONReader.maximumDepth else { throw failure(.tooDeep) }
        depth += 1
        position += 1
        skipSpace()
    }

    /// Steps over the closing bracket.
    private mutating func leave() {
        depth -= 1
        position += 1
    }

    /// Whether a comma and one more item follow, rather than the closing bracket.
    private mutating func another(before end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        if current == end { return false }
        guard current == UInt8(ascii: ",") else { throw failure(.expectedCommaOrEnd) }
        let comma = position
        position += 1
        skipSpace()
        if current == end { throw failure(.trailingComma, at: comma) }
        return true
    }

    private mutating func skipSpace() {
        while true {
            switch current {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }
}
