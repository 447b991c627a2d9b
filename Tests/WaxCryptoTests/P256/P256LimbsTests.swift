// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxCrypto

@Suite struct P256LimbsTests {
    private static let prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"

    private func limbs(_ hex: String) -> P256Limbs {
        [UInt8](hex: hex).withUnsafeBytes { P256Limbs(bigEndian: $0) }
    }

    @Test func bytesAndBack() {
        let bytes = (1...32).map { UInt8($0) }
        let limbs = bytes.withUnsafeBytes { P256Limbs(bigEndian: $0) }
        #expect(limbs.limbs.0 == 0x191A_1B1C_1D1E_1F20)
        #expect(limbs.limbs.3 == 0x0102_0304_0506_0708)
        var written = [UInt8](repeating: 0, count: 32)
        written.withUnsafeMutableBytes { limbs.write(bigEndian: $0) }
        #expect(written == bytes)
    }

    @Test func comparison() {
        let zeros = String(repeating: "0", count: 64)
        let numbers = [
            zeros, zeros.dropLast() + "1", String(repeating: "0", count: 48) + "ffffffffffffffff",
            String(repeating: "0", count: 47) + "10000000000000000",
            "0000000000000001" + String(repeating: "f", count: 48), Self.prime.dropLast() + "e", Self.prime,
            String(repeating: "f", count: 64),
        ].map { limbs($0) }
        for (index, number) in numbers.enumerated() {
            #expect(number.isZero == (index == 0))
            for (other, otherNumber) in numbers.enumerated() {
                #expect(number.isBelow(otherNumber) == (index < other))
            }
        }
    }

    @Test func encodings() {
        let one = String(repeating: "0", count: 63) + "1"
        let largest = Self.prime.dropLast() + "e"
        func isEncoding(_ hex: String) -> Bool { [UInt8](hex: hex).withUnsafeBytes(P256.isUncompressedEncoding) }
        for (x, y) in [(one, one), (String(largest), one), (one, String(largest))] {
            #expect(isEncoding("04" + x + y))
            for prefix in ["00", "02", "03", "05", "06", "07"] { #expect(!isEncoding(prefix + x + y)) }
            #expect(!isEncoding("04" + x + y + "00"))
            #expect(!isEncoding("04" + x + y.dropLast(2)))
            #expect(!isEncoding("04" + Self.prime + y))
            #expect(!isEncoding("04" + x + Self.prime))
        }
        #expect(!isEncoding(""))
    }
}
