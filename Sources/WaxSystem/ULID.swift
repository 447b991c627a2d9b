// SPDX-License-Identifier: Apache-2.0

/// A 128-bit identifier that sorts by the time it was made: 48 bits of milliseconds, then 80 random bits.
///
/// Its text is 26 characters of Crockford's base 32, upper case. Source: github.com/ulid/spec.
package struct ULID: Hashable, Sendable {
    /// The sixteen bytes, most significant first.
    package let bytes: [UInt8]

    /// Takes sixteen bytes as they are; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    package init(time: Timestamp, random: some RandomSource) {
        let stamp = UInt64(bitPattern: time.milliseconds)
        bytes = (0..<6).map { UInt8(truncatingIfNeeded: stamp >> (40 - 8 * UInt64($0))) } + random.bytes(10)
    }

    /// Reads 26 upper-case characters; nil for anything else, a value over 128 bits included.
    package init?(_ text: some StringProtocol) {
        var bits = [UInt8](repeating: 0, count: 16)
        var count = 0
        for character in text.utf8 {
            guard count < 26, let digit = Self.digits.firstIndex(of: character) else { return nil }
            if count == 0 && digit > 7 { return nil }
            for bit in 0..<5 where digit & (16 >> bit) != 0 {
                let position = count * 5 + bit - 2
                if position >= 0 { bits[position / 8] |= 128 >> UInt8(position % 8) }
            }
            count += 1
        }
        guard count == 26 else { return nil }
        bytes = bits
    }

    /// The 26 characters.
    package var text: String {
        var characters = [UInt8]()
        characters.reserveCapacity(26)
        for index in 0..<26 {
            var digit = 0
            for bit in 0..<5 {
                let position = index * 5 + bit - 2
                let isSet = position >= 0 && bytes[position / 8] & (128 >> UInt8(position % 8)) != 0
                digit = digit << 1 | (isSet ? 1 : 0)
            }
            characters.append(Self.digits[digit])
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
}
