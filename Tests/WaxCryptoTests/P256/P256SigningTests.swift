// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto

@Suite struct P256SigningTests {
    private static let key = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"

    // RFC 6979, appendix A.2.5, with SHA-256.
    static let signatures = [
        "sample": """
        efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
        f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
        """,
        "test": """
        f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367\
        019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083
        """,
    ]

    @Test(arguments: signatures)
    func rfc6979(message: String, signature: String) throws {
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](hex: Self.key)).publicKey
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: [UInt8](hex: signature))
        #expect(key.isValidSignature(signature, for: Array(message.utf8)))
        #expect(key.isValidSignature(signature, for: SHA256.hash(data: Array(message.utf8))))
        #expect(!key.isValidSignature(signature, for: Array((message + ".").utf8)))
        let same = try P256.Signing.ECDSASignature(derRepresentation: signature.derRepresentation)
        #expect(same == signature)
        for index in 0..<64 {
            var forged = signature.rawRepresentation
            forged[index] ^= 1
            #expect(
                try !key.isValidSignature(.init(rawRepresentation: forged), for: Array(message.utf8)),
                "byte \(index)")
        }
    }

    @Test func ownSignatures() throws {
        let key = P256.Signing.PrivateKey()
        let message = Data("header.claims".utf8)
        for _ in 0..<50 {
            let signature = try key.signature(for: message)
            #expect(signature.rawRepresentation.count == 64)
            #expect(signature.withUnsafeBytes { Data($0) } == signature.rawRepresentation)
            #expect(key.publicKey.isValidSignature(signature, for: message))
            #expect(!P256.Signing.PrivateKey().publicKey.isValidSignature(signature, for: message))
            #expect(
                try P256.Signing.ECDSASignature(derRepresentation: signature.derRepresentation) == signature)
        }
        let digest = SHA256.hash(data: message)
        #expect(try key.publicKey.isValidSignature(key.signature(for: digest), for: message))
    }

    // r = 0, s = 0, and numbers of n and above.
    static let impossible = [
        String(repeating: "00", count: 64),
        String(repeating: "00", count: 63) + "01",
        String(repeating: "ff", count: 64),
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551" + String(repeating: "01", count: 32),
    ]

    @Test(arguments: impossible)
    func impossibleSignatures(raw: String) throws {
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: [UInt8](hex: raw))
        #expect(!P256.Signing.PrivateKey().publicKey.isValidSignature(signature, for: Data()))
        #expect(try P256.Signing.ECDSASignature(derRepresentation: signature.derRepresentation) == signature)
    }

    @Test func shortNumbers() throws {
        let der = try P256.Signing.ECDSASignature(derRepresentation: [UInt8](hex: "3006020101020102"))
        #expect(
            der.rawRepresentation.hex
                == String(repeating: "00", count: 31) + "01" + String(repeating: "00", count: 31) + "02")
        #expect(der.derRepresentation.hex == "3006020101020102")
    }

    // Nothing, bytes too many or too few, lengths not in the shortest form, a negative and a padded number, one
    // number only, 257 bits.
    static let refused = [
        "", "300602010102010200", "30060201010201", "308106020101020102", "30060201ff020102", "3007020200010201" + "02",
        "3003020101", "3026020101" + "022101" + String(repeating: "11", count: 32),
    ]

    @Test(arguments: refused)
    func refusedDER(der: String) {
        #expect(throws: CryptoKitError.invalidParameter) {
            try P256.Signing.ECDSASignature(derRepresentation: [UInt8](hex: der))
        }
    }

    @Test(arguments: [0, 63, 65])
    func refusedRaw(count: Int) {
        #expect(throws: CryptoKitError.incorrectParameterSize) {
            try P256.Signing.ECDSASignature(rawRepresentation: [UInt8](repeating: 1, count: count))
        }
    }
}
