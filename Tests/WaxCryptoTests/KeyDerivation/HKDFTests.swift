// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto

@Suite struct HKDFTests {
    struct Vector: Sendable {
        var material: String
        var salt: String
        var info: String
        var byteCount: Int
        var extracted: String
        var expanded: String
    }

    // RFC 5869, appendices A.1 to A.3.
    static let vectors = [
        Vector(
            material: String(repeating: "0b", count: 22), salt: "000102030405060708090a0b0c",
            info: "f0f1f2f3f4f5f6f7f8f9", byteCount: 42,
            extracted: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            expanded: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        Vector(
            material: (0x00...0x4F).map { UInt8($0) }.hex, salt: (0x60...0xAF).map { UInt8($0) }.hex,
            info: (0xB0...0xFF).map { UInt8($0) }.hex, byteCount: 82,
            extracted: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            expanded: """
                b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09\
                da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
                """),
        Vector(
            material: String(repeating: "0b", count: 22), salt: "", info: "", byteCount: 42,
            extracted: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            expanded: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ]

    @Test(arguments: vectors)
    func rfc5869(vector: Vector) {
        let material = SymmetricKey(data: [UInt8](hex: vector.material))
        let salt = [UInt8](hex: vector.salt)
        let info = Data(hex: vector.info)
        let extracted = HKDF<SHA256>.extract(inputKeyMaterial: material, salt: salt)
        #expect(extracted.hex == vector.extracted)
        let expanded = HKDF<SHA256>.expand(pseudoRandomKey: extracted, info: info, outputByteCount: vector.byteCount)
        #expect(expanded.contents == vector.expanded)
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, salt: salt, info: info, outputByteCount: vector.byteCount)
        #expect(derived == expanded)
    }

    @Test func shorterForms() {
        let material = SymmetricKey(size: .bits256)
        func full(_ salt: [UInt8], _ info: [UInt8]) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: salt, info: info, outputByteCount: 33)
        }
        #expect(HKDF<SHA256>.deriveKey(inputKeyMaterial: material, outputByteCount: 33) == full([], []))
        #expect(HKDF<SHA256>.deriveKey(inputKeyMaterial: material, info: [1], outputByteCount: 33) == full([], [1]))
        #expect(HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: [2], outputByteCount: 33) == full([2], []))
        let extracted = HKDF<SHA256>.extract(inputKeyMaterial: material, salt: [UInt8]?.none)
        #expect(
            HKDF<SHA256>.expand(pseudoRandomKey: extracted, info: [UInt8]?.none, outputByteCount: 33) == full([], []))
    }

    @Test func longestOutput() {
        let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: [1]), outputByteCount: 255 * 32)
        #expect(key.bitCount == 255 * 32 * 8)
    }
}
