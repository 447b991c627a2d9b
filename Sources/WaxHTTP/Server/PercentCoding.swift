// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding (RFC 3986 section 2.1).
enum PercentCoding {
    /// The decoded text; nil for a bad escape, a zero byte or bytes that are not UTF-8.
    static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            var byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "%") {
                guard position + 1 < bytes.endIndex, let high = digit(bytes[position]),
                    let low = digit(bytes[position + 1])
                else { return nil }
                byte = high << 4 | low
                position += 2
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                byte = 0x20
            }
            guard byte != 0 else { return nil }
            decoded.append(byte)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
