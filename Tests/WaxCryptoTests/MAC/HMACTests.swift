// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto

@Suite struct HMACTests {
    struct Vector: Sendable {
        var key: String
        var data: String
        var code: String
    }

    // RFC 4231, test cases 1 to 4, 6 and 7; case 5 is truncated.
    static let vectors = [
        Vector(
            key: String(repeating: "0b", count: 20), data: "4869205468657265",
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Vector(
            key: "4a656665", data: "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Vector(
            key: String(repeating: "aa", count: 20), data: String(repeating: "dd", count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        Vector(
            key: "0102030405060708090a0b0c0d0e0f10111213141516171819", data: String(repeating: "cd", count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        Vector(
            key: String(repeating: "aa", count: 131),
            data: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8).hex,
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        Vector(
            key: String(repeating: "aa", count: 131),
            data: Array(
                """
                This is a test using a larger than block-size key and a larger than block-size data. \
                The key needs to be hashed before being used by the HMAC algorithm.
                """.utf8
            ).hex,
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]

    @Test(arguments: vectors)
    func rfc4231(vector: Vector) {
        let key = SymmetricKey(data: [UInt8](hex: vector.key))
        let data = [UInt8](hex: vector.data)
        let code = HMAC<SHA256>.authenticationCode(for: data, using: key)
        #expect(code.hex == vector.code)
        #expect(code.byteCount == 32)
        #expect(HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: data, using: key))
        #expect(HMAC<SHA256>.isValidAuthenticationCode([UInt8](hex: vector.code), authenticating: data, using: key))
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: data + [0], using: key))
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(code.dropLast(), authenticating: data, using: key))
    }

    @Test func aKeptKeyMakesTheSameCodes() {
        for keyByteCount in [1, 32, 63, 64] {
            let key = SymmetricKey(data: [UInt8](repeating: 0x5A, count: keyByteCount))
            let kept = HMACSHA256Key(key)
            for count in [0, 1, 55, 64, 1000] {
                let message = [UInt8](repeating: 7, count: count)
                #expect(HMAC<SHA256>.authenticationCode(for: message, using: key) == kept.code(of: message))
            }
        }
    }

    @Test func copiesGoTheirOwnWay() {
        let key = SymmetricKey(size: .bits256)
        var first = HMAC<SHA256>(key: key)
        first.update(data: [1])
        var second = first
        second.update(data: [2])
        #expect(first.finalize() == HMAC<SHA256>.authenticationCode(for: [1], using: key))
        #expect(second.finalize() == HMAC<SHA256>.authenticationCode(for: [1, 2], using: key))
        first.update(data: [3])
        #expect(first.finalize() == HMAC<SHA256>.authenticationCode(for: [1, 3], using: key))
    }
}
