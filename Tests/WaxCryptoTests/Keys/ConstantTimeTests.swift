// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto

@Suite struct ConstantTimeTests {
    @Test(arguments: [0, 1, 7, 8, 31, 32, 33, 100])
    func comparesEveryByte(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        #expect(constantTimeEquals(bytes, bytes))
        #expect(!constantTimeEquals(bytes, bytes + [0]))
        #expect(SymmetricKey(data: bytes) == SymmetricKey(data: bytes))
        #expect(SymmetricKey(data: bytes) != SymmetricKey(data: bytes + [0]))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(!constantTimeEquals(bytes, other))
            #expect(SymmetricKey(data: bytes) != SymmetricKey(data: other))
        }
    }
}
