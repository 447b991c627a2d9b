// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import WaxCrypto

/// An error that stays in libcrypto's queue would be taken for its own by the next TLS call on the thread.
@Suite struct ErrorQueueTests {
    private func expectEmpty(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            CryptoKitError.takingLibraryError() == .underlyingCoreCryptoError(error: 0), what,
            sourceLocation: sourceLocation)
    }

    @Test func emptyAfterRefusals() throws {
        _ = CryptoKitError.takingLibraryError()  // What other tests left on the thread.
        _ = try? P256.KeyAgreement.PublicKey(x963Representation: [0x04] + [UInt8](repeating: 1, count: 64))
        expectEmpty("point")
        for text in ["", "nonsense", PEMFixtures.pkcs8P384, PEMFixtures.pkcs8Encrypted, PEMFixtures.rsa1024] {
            _ = try? P256.KeyAgreement.PrivateKey(pemRepresentation: text)
            _ = try? P256.KeyAgreement.PublicKey(pemRepresentation: text)
            _ = try? RSASigningKey(pemRepresentation: text)
            expectEmpty("PEM")
        }
        _ = try? P256.KeyAgreement.PrivateKey(derRepresentation: [0x30, 0x00])
        expectEmpty("DER")
        _ = try? P256.Signing.ECDSASignature(derRepresentation: [0x30, 0x00])
        expectEmpty("signature in DER")
        let zeros = try P256.Signing.ECDSASignature(rawRepresentation: [UInt8](repeating: 0, count: 64))
        _ = P256.Signing.PrivateKey().publicKey.isValidSignature(zeros, for: Data())
        expectEmpty("signature")
        let box = try AES.GCM.SealedBox(combined: [UInt8](repeating: 0, count: 40))
        _ = try? AES.GCM.open(box, using: SymmetricKey(size: .bits128))
        expectEmpty("tag")
        let key = try RSASigningKey(pemRepresentation: PEMFixtures.rsaPKCS8)
        _ = key.publicKey.isValidSignature([UInt8](repeating: 1, count: 256), for: [])
        expectEmpty("RSA signature")
    }

    @Test func emptyAfterSuccess() throws {
        _ = CryptoKitError.takingLibraryError()  // What other tests left on the thread.
        for text in [PEMFixtures.pkcs8, PEMFixtures.sec1, PEMFixtures.sec1WithParameters] {
            let key = try P256.Signing.PrivateKey(pemRepresentation: text)
            _ = try key.signature(for: Data())
            _ = try P256.Signing.PrivateKey(derRepresentation: key.derRepresentation)
            expectEmpty("signing key")
        }
        for text in [PEMFixtures.rsaPKCS8, PEMFixtures.rsaPKCS1] {
            let key = try RSASigningKey(pemRepresentation: text)
            _ = try key.signature(for: [1])
            _ = try RSAVerifyingKey(pemRepresentation: key.publicKey.pemRepresentation)
            expectEmpty("RSA key")
        }
    }
}
