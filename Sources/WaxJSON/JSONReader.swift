// SPDX-License-Identifier: Apache-2.0

/// Reads JSON by the letter of RFC 8259 and of its advice.
///
/// Refused are invalid UTF-8, half surrogate pairs, a key that stands twice in its object, commas with nothing after
/// them, a byte order mark, nesting deeper than 64, control characters in strings, leading zeros, and anything
/// after the value.
package enum JSONReader {
    /// The number of arrays and objects that may stand within each other.
    package static let maximumDepth = 64

    /// Reads the one value that `bytes` holds, with white space around it.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in try parse(buffer) }
    }

    /// Reads the one value that `bytes` holds; the value keeps nothing of the buffer.
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        return try parser.document()
    }

    /// Reads the one value that `text` holds.
    package static func parse(_ text: String) throws(JSONError) -> JSONValue {
        try text.withUTF8Bytes { bytes in
            Result { () throws(JSONError) in try parse(bytes) }
        }.get()
    }
}
