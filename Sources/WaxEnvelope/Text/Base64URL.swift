// SPDX-License-Identifier: Apache-2.0

/// Base64 with the URL alphabet and without padding. Source: RFC 4648 section 5.
package enum Base64URL {
    /// The number of characters that `byteCount` bytes take.
    package static func encodedCount(_ byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    /// The text of `bytes`.
    package static func encode(_ bytes: [UInt8]) -> String {
        let count = encodedCount(bytes.count)
        return String(unsafeUninitializedCapacity: count) { text in
            bytes.withUnsafeBufferPointer { write($0, to: text) }
            return count
        }
    }

    /// Appends the text of `bytes` as ASCII.
    package static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        text.grow(by: encodedCount(bytes.count)) { room in
            bytes.withUnsafeBufferPointer { write($0, to: room) }
        }
    }

    /// The bytes that `text` stands for; nil unless encoding them gives the very same text.
    ///
    /// So padding, white space, characters outside of the alphabet, a length that leaves one character over and a last
    /// character with unused bits set are all refused.
    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode($0) }
    }

    /// The bytes that an ASCII text stands for, by the same rules.
    package static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        let count = text.count / 4 * 3 + max(0, rest - 1)
        var isValid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            values.withUnsafeBufferPointer { isValid = read(text, to: output, by: $0) }
            initialized = isValid ? count : 0
        }
        return isValid ? bytes : nil
    }

    /// Fills the start of `output`, which has room for the whole text.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: UnsafeMutableBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, let target = output.baseAddress else { return }
        precondition(output.count >= encodedCount(bytes.count))
        let alphabet = alphabet.utf8Start
        var position = 0
        var place = 0
        while position + 3 <= bytes.count {
            let group =
                UInt32(source[position]) << 16 | UInt32(source[position + 1]) << 8 | UInt32(source[position + 2])
            target[place] = alphabet[Int(group >> 18)]
            target[place + 1] = alphabet[Int(group >> 12 & 63)]
            target[place + 2] = alphabet[Int(group >> 6 & 63)]
            target[place + 3] = alphabet[Int(group & 63)]
            position += 3
            place += 4
        }
        switch bytes.count - position {
        case 1:
            target[place] = alphabet[Int(source[position] >> 2)]
            target[place + 1] = alphabet[Int(source[position] & 3) << 4]
        case 2:
            target[place] = alphabet[Int(source[position] >> 2)]
            target[place + 1] = alphabet[Int(source[position] & 3) << 4 | Int(source[position + 1] >> 4)]
            target[place + 2] = alphabet[Int(source[position + 1] & 15) << 2]
        default: break
        }
    }

    /// Fills `output` from `text`, whose length is not one over a multiple of four; false when the text is not canonical.
    private static func read(
        _ text: UnsafeBufferPointer<UInt8>, to output: UnsafeMutableBufferPointer<UInt8>,
        by values: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let source = text.baseAddress, let target = output.baseAddress, let values = values.baseAddress else {
            return text.isEmpty
        }
        func value(_ position: Int) -> UInt32 { UInt32(values[Int(source[position])]) }
        var position = 0
        var place = 0
        // A character outside of the alphabet has a value with the high bit set, which stays set in `seen`.
        var seen: UInt32 = 0
        while position + 4 <= text.count {
            let (first, second) = (value(position), value(position + 1))
            let (third, fourth) = (value(position + 2), value(position + 3))
            seen |= first | second | third | fourth
            target[place] = UInt8(truncatingIfNeeded: first << 2 | second >> 4)
            target[place + 1] = UInt8(truncatingIfNeeded: second << 4 | third >> 2)
            target[place + 2] = UInt8(truncatingIfNeeded: third << 6 | fourth)
            position += 4
            place += 3
        }
        var unused: UInt32 = 0
        switch text.count - position {
        case 2:
            let (first, second) = (value(position), value(position + 1))
            seen |= first | second
            target[place] = UInt8(truncatingIfNeeded: first << 2 | second >> 4)
            unused = second & 15
        case 3:
            let (first, second, third) = (value(position), value(position + 1), value(position + 2))
            seen |= first | second | third
            target[place] = UInt8(truncatingIfNeeded: first << 2 | second >> 4)
            target[place + 1] = UInt8(truncatingIfNeeded: second << 4 | third >> 2)
            unused = third & 3
        default: break
        }
        return seen < 64 && unused == 0
    }

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// The value of each character, and 0xFF for one that is not of the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for value in 0..<64 { values[Int(alphabet.utf8Start[value])] = UInt8(value) }
        return values
    }()
}
