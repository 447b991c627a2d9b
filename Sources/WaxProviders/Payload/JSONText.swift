// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// Text within the quotes of a JSON string.
enum JSONText {
    /// Appends `text` with what has to be escaped in it.
    static func append(_ text: String, to output: inout [UInt8]) {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            output.append(contentsOf: text.utf8)
        } else {
            var writer = JSONWriter()
            writer.string(text)
            output.append(contentsOf: writer.bytes.dropFirst().dropLast())
        }
    }
}
