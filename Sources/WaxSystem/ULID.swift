// SPDX-License-Identifier: Apache-2.0

/// A 128-bit identifier that sorts by the time it was made: 48 bits of milliseconds, then 80 random bits.
///
/// Its text is 26 characters of Crockford's base 32, upper case. Source: github.com/ulid/spec.
package struct ULID: Hashable, Sendable {
    /// The whole as one number; the time is in the highest bits.
    package let number: UInt128

    package init(number: UInt128) {
        self.number = number
    }

    /// Takes sixteen bytes as they are; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        number = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    }

    /// The sixteen bytes, most significant first.
    package var bytes: [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    package init(time: Timestamp, random: some RandomSource) {
        let stamp = UInt64(bitPattern: time.milliseconds) & 0xFFFF_FFFF_FFFF
        number = random.bytes(10).reduce(UInt128(stamp)) { $0 << 8 | UInt128($1) }
    }

    /// Reads 26 upper-case characters; nil for anything else, a value over 128 bits included.
    package init?(_ text: some StringProtocol) {
        self.init(utf8: text.utf8)
    }

    /// As `init(_:)`, from the bytes of the text.
    package init?(utf8 text: some Sequence<UInt8>) {
        var value: UInt128 = 0
        var count = 0
        for character in text {
            let digit = Self.values[Int(character)]
            guard count < 26, digit < 32, count > 0 || digit < 8 else { return nil }
            value = value << 5 | UInt128(digit)
            count += 1
        }
        guard count == 26 else { return nil }
        number = value
    }

    /// The 26 characters.
    package var text: String { text(after: "") }

    /// The 26 characters behind `prefix`, in one piece of memory.
    package func text(after prefix: String) -> String {
        var value = number
        var prefix = prefix
        return prefix.withUTF8 { prefix in
            String(unsafeUninitializedCapacity: prefix.count + 26) { buffer in
                let start = buffer.initialize(fromContentsOf: prefix)
                for index in (start..<start + 26).reversed() {
                    buffer[index] = Self.digits[Int(value & 31)]
                    value >>= 5
                }
                return start + 26
            }
        }
    }

    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    /// The value of each character, 255 for those that are no digits.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
}
