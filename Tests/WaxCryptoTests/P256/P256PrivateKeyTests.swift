// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import WaxCrypto

@Suite struct P256PrivateKeyTests {
    // RFC 6979, appendix A.2.5.
    private static let scalar = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
    private static let point = """
        0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6\
        7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299
        """
    private static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

    @Test func forms() throws {
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: Self.scalar))
        #expect(key.publicKey.x963Representation.hex == Self.point)
        #expect(key.rawRepresentation.hex == Self.scalar)
        #expect(key.x963Representation.hex == Self.point + Self.scalar)
        #expect(key.pemRepresentation == PEMFixtures.pkcs8)
        #expect(key.derRepresentation.count == P256DER.privateKeyByteCount)
        for same in [
            try P256.KeyAgreement.PrivateKey(x963Representation: key.x963Representation),
            try P256.KeyAgreement.PrivateKey(derRepresentation: key.derRepresentation),
            try P256.KeyAgreement.PrivateKey(pemRepresentation: key.pemRepresentation),
        ] {
            #expect(same.rawRepresentation == key.rawRepresentation)
            #expect(same.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
        }
        let signing = try P256.Signing.PrivateKey(x963Representation: key.x963Representation)
        #expect(signing.pemRepresentation == key.pemRepresentation)
        #expect(signing.derRepresentation == key.derRepresentation)
        #expect(signing.rawRepresentation == key.rawRepresentation)
        #expect(signing.x963Representation == key.x963Representation)
        #expect(
            try P256.Signing.PrivateKey(derRepresentation: key.derRepresentation).rawRepresentation.hex == Self.scalar)
    }

    @Test(arguments: [
        PEMFixtures.pkcs8, PEMFixtures.pkcs8WithoutPublicKey, PEMFixtures.sec1, PEMFixtures.sec1WithoutPublicKey,
        PEMFixtures.sec1WithParameters, "some text before\n" + PEMFixtures.pkcs8,
        PEMFixtures.pkcs8.replacingOccurrences(of: "\n", with: "\r\n"),
    ])
    func pem(text: String) throws {
        #expect(try P256.KeyAgreement.PrivateKey(pemRepresentation: text).rawRepresentation.hex == Self.scalar)
        #expect(try P256.Signing.PrivateKey(pemRepresentation: text).publicKey.x963Representation.hex == Self.point)
    }

    @Test(arguments: [PEMFixtures.sec1, PEMFixtures.pkcs8])
    func der(text: String) throws {
        let base64 = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        let der = try #require(Data(base64Encoded: base64))
        #expect(try P256.KeyAgreement.PrivateKey(derRepresentation: der).rawRepresentation.hex == Self.scalar)
        #expect(throws: CryptoKitError.invalidParameter) {
            try P256.KeyAgreement.PrivateKey(derRepresentation: der + [0])
        }
        #expect(throws: CryptoKitError.invalidParameter) {
            try P256.KeyAgreement.PrivateKey(derRepresentation: der.dropLast())
        }
    }

    @Test(arguments: [
        PEMFixtures.pkcs8Encrypted, PEMFixtures.pkcs8P384, PEMFixtures.pkcs8Secp256k1, PEMFixtures.rsaPKCS8,
        PEMFixtures.pkcs8OtherPublicKey, PEMFixtures.publicKey, "", "nonsense",
    ])
    func refusedPEM(text: String) {
        #expect(throws: CryptoKitError.invalidParameter) { try P256.KeyAgreement.PrivateKey(pemRepresentation: text) }
        #expect(throws: CryptoKitError.invalidParameter) { try P256.Signing.PrivateKey(pemRepresentation: text) }
    }

    static let scalars: [(String, CryptoKitError?)] = [
        (String(repeating: "00", count: 32), .invalidParameter),
        (String(repeating: "00", count: 31) + "01", nil),
        (order, .invalidParameter),
        (String(order.dropLast(2)) + "50", nil),
        (String(order.dropLast(2)) + "52", .invalidParameter),
        // Smaller than n in a low word and larger in a high one, and the reverse.
        ("ffffffff00000001" + String(repeating: "00", count: 24), .invalidParameter),
        ("fffffffe" + String(repeating: "ff", count: 28), nil),
        ("ffffffff00000000ffffffffffffffffbce6faada7179e83ffffffffffffffff", nil),
        ("ffffffff00000000ffffffffffffffffbce6faada7179e850000000000000000", .invalidParameter),
        (String(repeating: "ff", count: 32), .invalidParameter),
        (String(repeating: "01", count: 31), .incorrectParameterSize),
        (String(repeating: "01", count: 33), .incorrectParameterSize),
        ("", .incorrectParameterSize),
    ]

    @Test(arguments: scalars)
    func scalarRange(scalar: String, error: CryptoKitError?) throws {
        let bytes = [UInt8](hex: scalar)
        #expect(bytes.withUnsafeBytes { P256.isValidScalar($0) } == (error == nil))
        if let error {
            #expect(throws: error) { try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) }
            #expect(throws: error) { try P256.Signing.PrivateKey(rawRepresentation: bytes) }
        } else {
            #expect(try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes).rawRepresentation.hex == scalar)
        }
    }

    @Test func x963PartsMustBelongTogether() throws {
        let key = P256.KeyAgreement.PrivateKey()
        let mixed = P256.KeyAgreement.PrivateKey().publicKey.x963Representation + key.rawRepresentation
        #expect(throws: CryptoKitError.invalidParameter) { try P256.KeyAgreement.PrivateKey(x963Representation: mixed) }
        var hybrid = key.x963Representation
        hybrid[0] = 0x06
        #expect(throws: CryptoKitError.invalidParameter) {
            try P256.KeyAgreement.PrivateKey(x963Representation: hybrid)
        }
        #expect(throws: CryptoKitError.incorrectParameterSize) {
            try P256.KeyAgreement.PrivateKey(x963Representation: key.x963Representation.dropLast())
        }
    }

    @Test func agreementIsMutual() throws {
        let alice = P256.KeyAgreement.PrivateKey()
        let bob = P256.KeyAgreement.PrivateKey()
        let first = try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
        let second = try bob.sharedSecretFromKeyAgreement(with: alice.publicKey)
        #expect(first == second)
        #expect(first.withUnsafeBytes { $0.count } == 32)
        #expect(try first != alice.sharedSecretFromKeyAgreement(with: alice.publicKey))
        let keys = [first, second].map {
            $0.hkdfDerivedSymmetricKey(using: SHA256.self, salt: [1], sharedInfo: [2], outputByteCount: 16)
        }
        #expect(keys[0] == keys[1] && keys[0].bitCount == 128)
    }

    // With the scalars 1 and n − 1 the secret is the point's own X coordinate.
    @Test(arguments: [String(repeating: "00", count: 31) + "01", String(order.dropLast(2)) + "50"])
    func extremeScalars(scalar: String) throws {
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: scalar))
        let other = P256.KeyAgreement.PrivateKey()
        let secret = try key.sharedSecretFromKeyAgreement(with: other.publicKey)
        #expect(secret == other.publicKey.rawRepresentation.prefix(32))
    }

    @Test func randomKeysDiffer() {
        let keys = Set((0..<50).map { _ in P256.KeyAgreement.PrivateKey().rawRepresentation })
        #expect(keys.count == 50)
    }
}
