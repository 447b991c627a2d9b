// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto

@Suite struct P256PublicKeyTests {
    // RFC 6979, appendix A.2.5.
    static let x = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    static let y = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
    /// The field's prime p.
    private static let prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
    private static let zero = String(repeating: "00", count: 32)

    @Test func forms() throws {
        let key = try P256.KeyAgreement.PublicKey(x963Representation: Data(hex: "04" + Self.x + Self.y))
        #expect(key.rawRepresentation.hex == Self.x + Self.y)
        #expect(key.x963Representation.hex == "04" + Self.x + Self.y)
        #expect(
            try P256.KeyAgreement.PublicKey(rawRepresentation: key.rawRepresentation).x963Representation
                == key.x963Representation)
        #expect(
            try P256.KeyAgreement.PublicKey(derRepresentation: key.derRepresentation).x963Representation
                == key.x963Representation)
        #expect(
            try P256.KeyAgreement.PublicKey(pemRepresentation: key.pemRepresentation).x963Representation
                == key.x963Representation)
        #expect(key.pemRepresentation == PEMFixtures.publicKey)
        let signing = try P256.Signing.PublicKey(rawRepresentation: key.rawRepresentation)
        #expect(signing.derRepresentation == key.derRepresentation)
        #expect(signing.x963Representation == key.x963Representation)
        #expect(
            try P256.Signing.PublicKey(pemRepresentation: signing.pemRepresentation).rawRepresentation.hex == Self.x
                + Self.y)
        #expect(
            try P256.Signing.PublicKey(derRepresentation: signing.derRepresentation).rawRepresentation.hex == Self.x
                + Self.y)
    }

    struct Refused: Sendable {
        var form: String
        var x = P256PublicKeyTests.x
        var y = P256PublicKeyTests.y
        var error: CryptoKitError

        var encoding: [UInt8] { [UInt8](hex: form + x + y) }
    }

    static let refused: [Refused] = [
        // Another length: nothing, infinity, compressed, no form byte, one byte short, one too many.
        Refused(form: "", x: "", y: "", error: .incorrectParameterSize),
        Refused(form: "00", x: "", y: "", error: .incorrectParameterSize),
        Refused(form: "02", y: "", error: .incorrectParameterSize),
        Refused(form: "", error: .incorrectParameterSize),
        Refused(form: "04", y: String(y.dropLast(2)), error: .incorrectParameterSize),
        Refused(form: "04", y: y + "00", error: .incorrectParameterSize),
        // The right length in another form: infinity, compressed, unknown, hybrid (7 is the true one, as y is odd).
        Refused(form: "00", error: .invalidParameter),
        Refused(form: "02", error: .invalidParameter),
        Refused(form: "03", error: .invalidParameter),
        Refused(form: "05", error: .invalidParameter),
        Refused(form: "06", error: .invalidParameter),
        Refused(form: "07", error: .invalidParameter),
        Refused(form: "84", error: .invalidParameter),
        // Not on the curve: another y, both swapped, zeros, coordinates of p and above.
        Refused(form: "04", y: String(y.dropLast(2)) + "98", error: .invalidParameter),
        Refused(form: "04", x: y, y: x, error: .invalidParameter),
        Refused(form: "04", x: zero, y: zero, error: .invalidParameter),
        Refused(form: "04", x: prime, error: .invalidParameter),
        Refused(form: "04", y: prime, error: .invalidParameter),
        // x = 5 is on the curve; 5 + p is the same number only after a reduction that must not happen.
        Refused(form: "04", x: fivePlusPrime, y: fiveY, error: .invalidParameter),
    ]

    @Test(arguments: refused)
    func refusedPoints(point: Refused) {
        let bytes = point.encoding
        #expect(throws: point.error) { try P256.KeyAgreement.PublicKey(x963Representation: bytes) }
        #expect(throws: point.error) { try P256.Signing.PublicKey(x963Representation: bytes) }
        #expect(throws: point.error) { try P256.KeyAgreement.PublicKey(bytes, kem: .P256_HKDF_SHA256) }
        if point.form == "04" {
            #expect(throws: point.error) { try P256.KeyAgreement.PublicKey(rawRepresentation: bytes.dropFirst()) }
        }
    }

    private static let fivePlusPrime = "ffffffff00000001000000000000000000000001000000000000000000000004"
    private static let fiveX = String(repeating: "00", count: 31) + "05"
    private static let fiveY = "459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc"

    @Test func smallCoordinate() throws {
        let key = try P256.KeyAgreement.PublicKey(x963Representation: [UInt8](hex: "04" + Self.fiveX + Self.fiveY))
        #expect(key.rawRepresentation.hex == Self.fiveX + Self.fiveY)
    }

    @Test(arguments: [PEMFixtures.publicKeyP384, PEMFixtures.publicKeyCompressed, PEMFixtures.pkcs8, "", "nonsense"])
    func refusedPEM(text: String) {
        #expect(throws: CryptoKitError.invalidParameter) { try P256.KeyAgreement.PublicKey(pemRepresentation: text) }
        #expect(throws: CryptoKitError.invalidParameter) { try P256.Signing.PublicKey(pemRepresentation: text) }
    }

    @Test func refusedDER() throws {
        let der = try P256.KeyAgreement.PublicKey(pemRepresentation: PEMFixtures.publicKey).derRepresentation
        #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(derRepresentation: der.dropLast()) }
        #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(derRepresentation: der + [0]) }
        for index in 0..<26 {
            var other = der
            other[index] ^= 1
            #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(derRepresentation: other) }
        }
    }
}
