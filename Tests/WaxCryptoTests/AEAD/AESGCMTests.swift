// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto

@Suite struct AESGCMTests {
    struct Vector: Sendable {
        var key: String
        var nonce: String
        var plaintext: String
        var data: String
        var ciphertext: String
        var tag: String
    }

    private static let longPlaintext = """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525\
        b16aedf5aa0de657ba637b39
        """
    private static let longData = "feedfacedeadbeeffeedfacedeadbeefabaddad2"

    // Test cases 1, 2, 4, 6, 10 and 16 of the GCM submission to NIST.
    static let vectors = [
        Vector(
            key: String(repeating: "00", count: 16), nonce: String(repeating: "00", count: 12), plaintext: "",
            data: "", ciphertext: "", tag: "58e2fccefa7e3061367f1d57a4e7455a"),
        Vector(
            key: String(repeating: "00", count: 16), nonce: String(repeating: "00", count: 12),
            plaintext: String(repeating: "00", count: 16), data: "", ciphertext: "0388dace60b6a392f328c2b971b2fe78",
            tag: "ab6e47d42cec13bdf53a67b21257bddf"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308", nonce: "cafebabefacedbaddecaf888", plaintext: longPlaintext,
            data: longData,
            ciphertext: """
                42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa05\
                1ba30b396a0aac973d58e091
                """, tag: "5bc94fbc3221a5db94fae95ae7121a47"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308",
            nonce: """
                9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728c3c0c95156809539fcf0e2429a6b5254\
                16aedbf5a0de6a57a637b39b
                """, plaintext: longPlaintext, data: longData,
            ciphertext: """
                8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca701e4a9a4fba43c90ccdcb281d48c7c6f\
                d62875d2aca417034c34aee5
                """, tag: "619cc5aefffe0bfa462af43c1699d050"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c", nonce: "cafebabefacedbaddecaf888",
            plaintext: longPlaintext, data: longData,
            ciphertext: """
                3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f47\
                18e2448b2fe324d9ccda2710
                """, tag: "2519498e80f1478f37ba55bd6d27618c"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888", plaintext: longPlaintext, data: longData,
            ciphertext: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838\
                c5f61e6393ba7a0abcc9f662
                """, tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    @Test(arguments: vectors)
    func nist(vector: Vector) throws {
        let key = SymmetricKey(data: [UInt8](hex: vector.key))
        let nonce = try AES.GCM.Nonce(data: [UInt8](hex: vector.nonce))
        let data = [UInt8](hex: vector.data)
        let box = try AES.GCM.seal(Data(hex: vector.plaintext), using: key, nonce: nonce, authenticating: data)
        #expect(box.ciphertext.hex == vector.ciphertext)
        #expect(box.tag.hex == vector.tag)
        #expect(Array(box.nonce).hex == vector.nonce)
        #expect(try AES.GCM.open(box, using: key, authenticating: data).hex == vector.plaintext)
        if data.isEmpty {
            #expect(try AES.GCM.open(box, using: key).hex == vector.plaintext)
        }
    }

    @Test func combined() throws {
        let key = SymmetricKey(size: .bits256)
        let box = try AES.GCM.seal(Data("hello".utf8), using: key)
        let combined = try #require(box.combined)
        #expect(combined.count == 12 + 5 + 16)
        #expect(try AES.GCM.open(AES.GCM.SealedBox(combined: combined), using: key) == Data("hello".utf8))
        let slice = ([0] + combined).dropFirst()
        #expect(try AES.GCM.open(AES.GCM.SealedBox(combined: slice), using: key) == Data("hello".utf8))
        let parts = try AES.GCM.SealedBox(nonce: box.nonce, ciphertext: Array(box.ciphertext), tag: box.tag)
        #expect(parts.combined == combined)
        let longNonce = try AES.GCM.seal(
            Data(), using: key, nonce: AES.GCM.Nonce(data: [UInt8](repeating: 1, count: 13)))
        #expect(longNonce.combined == nil)
    }

    @Test func everyFlippedByteIsRefused() throws {
        let key = SymmetricKey(size: .bits128)
        let data = Array("header".utf8)
        let combined = try #require(AES.GCM.seal(Array("message".utf8), using: key, authenticating: data).combined)
        for index in combined.indices {
            var forged = combined
            forged[index] ^= 0x01
            let box = try AES.GCM.SealedBox(combined: forged)
            #expect(throws: CryptoKitError.authenticationFailure) {
                try AES.GCM.open(box, using: key, authenticating: data)
            }
        }
        let box = try AES.GCM.SealedBox(combined: combined)
        #expect(throws: CryptoKitError.authenticationFailure) { try AES.GCM.open(box, using: key) }
        #expect(throws: CryptoKitError.authenticationFailure) {
            try AES.GCM.open(box, using: SymmetricKey(size: .bits128), authenticating: data)
        }
    }

    @Test func wrongLengths() throws {
        #expect(throws: CryptoKitError.incorrectParameterSize) {
            try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 11))
        }
        #expect(throws: CryptoKitError.incorrectParameterSize) {
            try AES.GCM.SealedBox(combined: [UInt8](repeating: 0, count: 27))
        }
        for count in [0, 15, 17] {
            #expect(throws: CryptoKitError.incorrectParameterSize) {
                try AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(), ciphertext: Data(), tag: [UInt8](repeating: 0, count: count))
            }
        }
        for count in [0, 15, 17, 33] {
            let key = SymmetricKey(data: [UInt8](repeating: 0, count: count))
            #expect(throws: CryptoKitError.incorrectKeySize) { try AES.GCM.seal(Data(), using: key) }
        }
    }

    @Test func appended() throws {
        let key = SymmetricKey(size: .bits256)
        let nonce = [UInt8](repeating: 3, count: 12)
        for count in [0, 1, 16, 1000] {
            let message = [UInt8](repeating: 9, count: count)
            var output: [UInt8] = [1, 2]
            try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: [5], appendingTo: &output)
            #expect(output.starts(with: [1, 2]))
            let box = try AES.GCM.SealedBox(combined: nonce + output.dropFirst(2))
            #expect(try AES.GCM.open(box, using: key, authenticating: [5]).elementsEqual(message))
            #expect(throws: CryptoKitError.self) { try AES.GCM.open(box, using: key, authenticating: [6]) }
        }
        var output: [UInt8] = []
        let short = SymmetricKey(data: [1])
        #expect(throws: CryptoKitError.self) {
            try AES.GCM.seal([1], using: short, nonce: nonce, authenticating: [], appendingTo: &output)
        }
    }

    @Test func noncesDiffer() throws {
        let nonces = Set((0..<100).map { _ in Array(AES.GCM.Nonce()) })
        #expect(nonces.count == 100)
    }

    @Test func discontiguousMessage() throws {
        let key = SymmetricKey(size: .bits192)
        let regions = repeatElement(UInt8(7), count: 100)
        let box = try AES.GCM.seal(regions, using: key, authenticating: regions)
        #expect(try AES.GCM.open(box, using: key, authenticating: Data(regions)) == Data(regions))
    }
}
