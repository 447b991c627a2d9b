// SPDX-License-Identifier: Apache-2.0

/// A number as it was written: the text survives unchanged, and two are equal when their texts are.
package struct JSONNumber: Hashable, Sendable {
    /// The number by the grammar of RFC 8259 section 6, ASCII only.
    package let text: String

    /// Takes a text that follows the grammar; nil for any other.
    package init?(_ text: String) {
        let isNumber = text.withUTF8Bytes { bytes in
            var parser = JSONParser(bytes)
            guard (try? parser.number()) != nil else { return false }
            return parser.isAtEnd
        }
        guard isNumber else { return nil }
        self.text = text
    }

    /// Takes a text that the reader has checked.
    init(checked text: String) {
        self.text = text
    }

    /// The digits of `value`.
    package init(_ value: Int) {
        text = String(value)
    }

    /// The digits of `value`.
    package init(_ value: Int64) {
        text = String(value)
    }

    /// The shortest text that reads back as `value`; nil for infinity and not-a-number, which JSON does not have.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// The integer, when the text is one: digits with an optional minus, within range.
    ///
    /// `1.0` and `1e2` are not, because whoever means an integer writes one; `-0` is 0.
    package var int64: Int64? { Int64(text) }

    /// The nearest double; nil when the number is beyond the largest one.
    package var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) {
        self.init(value)
    }
}
