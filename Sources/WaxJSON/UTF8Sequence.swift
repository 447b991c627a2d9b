// SPDX-License-Identifier: Apache-2.0

/// The well-formed byte sequences of RFC 3629 section 4.
enum UTF8Sequence {
    /// The length in bytes of the sequence at `offset`, which is within `bytes`; 0 when it is cut short, overlong,
    /// a surrogate or beyond U+10FFFF.
    static func length(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let lead = bytes[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { second = 0xA0...0xBF }
            if lead == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { second = 0x90...0xBF }
            if lead == 0xF4 { second = 0x80...0x8F }
        default: return 0
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
        for index in offset + 2..<offset + length where bytes[index] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
