// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension FuzzTarget {
    /// Reads any bytes as JSON: what is taken must survive being written and read again, compact and pretty.
    public static func json(_ bytes: UnsafeRawBufferPointer) {
        let value: JSONValue
        do {
            value = try JSONReader.parse(bytes.assumingMemoryBound(to: UInt8.self))
        } catch {
            require((0...bytes.count).contains(error.position.offset), "an error lies within the text")
            require(!error.description.isEmpty, "an error says what it is")
            return
        }
        // Decoding repairs what is not UTF-8, and so changes it.
        require(String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes), "only UTF-8 is taken")
        let compact = value.compact
        require(read(compact) == value, "a value survives its compact text")
        require(read(compact)?.compact == compact, "compact text has one form")
        require(read(value.pretty) == value, "a value survives its pretty text")
    }

    private static func read(_ bytes: [UInt8]) -> JSONValue? {
        try? JSONReader.parse(bytes)
    }
}
