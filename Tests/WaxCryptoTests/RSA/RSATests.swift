// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxCrypto

@Suite struct RSATests {
    private let message = Array("header.payload".utf8)

    @Test(arguments: [PEMFixtures.rsaPKCS8, PEMFixtures.rsaPKCS1])
    func knownSignature(pem: String) throws {
        let key = try RSASigningKey(pemRepresentation: pem)
        #expect(try key.signature(for: message).hex == PEMFixtures.rsaSignature)
        #expect(key.publicKey.isValidSignature([UInt8](hex: PEMFixtures.rsaSignature), for: message))
        #expect(key.pemRepresentation == PEMFixtures.rsaPKCS8 + "\n")
    }

    @Test func newKey() throws {
        let key = try RSASigningKey(bits: 2048)
        let signature = try key.signature(for: message)
        #expect(signature.count == 256)
        let publicKey = try RSAVerifyingKey(pemRepresentation: key.publicKey.pemRepresentation)
        #expect(publicKey.isValidSignature(signature, for: message))
        #expect(!publicKey.isValidSignature(signature, for: message + [0]))
        for index in [0, 1, 128, 255] {
            var forged = signature
            forged[index] ^= 1
            #expect(!publicKey.isValidSignature(forged, for: message))
        }
        #expect(!publicKey.isValidSignature([], for: message))
        let again = try RSASigningKey(pemRepresentation: key.pemRepresentation)
        #expect(try again.signature(for: message) == signature)
    }

    @Test(arguments: [PEMFixtures.rsa1024, PEMFixtures.pkcs8, PEMFixtures.publicKey, "", "nonsense"])
    func refused(pem: String) {
        #expect(throws: CryptoKitError.invalidParameter) { try RSASigningKey(pemRepresentation: pem) }
        #expect(throws: CryptoKitError.invalidParameter) { try RSAVerifyingKey(pemRepresentation: pem) }
    }

    @Test func tooFewBits() {
        #expect(throws: CryptoKitError.invalidParameter) { try RSASigningKey(bits: 1024) }
    }
}
