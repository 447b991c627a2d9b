// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// Text within the quotes of a JSON string.
enum JSONText {
    /// Appends `text` with what has to be escaped in it.
    static func append(_ text: String, to output: inout [UInt8]) {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != backslash }) {
            output.append(contentsOf: text.utf8)
        } else {
            var writer = JSONWriter()
            writer.string(text)
            output.append(contentsOf: writer.bytes.dropFirst().dropLast())
        }
    }

    /// Appends JSON text, which has no control characters, as the content of a string.
    static func append(json: [UInt8], to output: inout [UInt8]) {
        json.withUnsafeBufferPointer { json in
            var start = 0
            for index in json.indices where json[index] == quote || json[index] == backslash {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: json[start..<index]))
                output.append(backslash)
                start = index
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: json[start...]))
        }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
}
