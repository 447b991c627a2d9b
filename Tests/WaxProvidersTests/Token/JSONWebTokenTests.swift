// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxJSON
import WaxProviders

@Suite struct JSONWebTokenTests {
    private let token = JSONWebToken(keyID: "KEY1234567", claims: ["iss": "TEAM123456", "iat": 1_800_000_000])

    @Test func es256() throws {
        let key = P256.Signing.PrivateKey()
        let decoded = try DecodedToken(token.signed(by: key))
        #expect(decoded.header == ["alg": "ES256", "typ": "JWT", "kid": "KEY1234567"])
        #expect(decoded.claims == ["iss": "TEAM123456", "iat": 1_800_000_000])
        #expect(decoded.signature.count == 64)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: decoded.signature)
        #expect(key.publicKey.isValidSignature(signature, for: decoded.content))
        #expect(!key.publicKey.isValidSignature(signature, for: decoded.content + [0]))
        #expect(!P256.Signing.PrivateKey().publicKey.isValidSignature(signature, for: decoded.content))
    }

    @Test func rs256() throws {
        let key = try TestKeys.rsa.get()
        let decoded = try DecodedToken(token.signed(by: key))
        #expect(decoded.header == ["alg": "RS256", "typ": "JWT", "kid": "KEY1234567"])
        #expect(decoded.signature.count == 256)
        #expect(key.publicKey.isValidSignature(decoded.signature, for: decoded.content))
        #expect(!(try TestKeys.otherRSA.get().publicKey.isValidSignature(decoded.signature, for: decoded.content)))
    }

    @Test func keyIDMayBeLeftOut() throws {
        let decoded = try DecodedToken(JSONWebToken(keyID: nil, claims: [:]).signed(by: P256.Signing.PrivateKey()))
        #expect(decoded.header == ["alg": "ES256", "typ": "JWT"])
    }

    @Test(.enabled(if: OpenSSLTool.isInstalled)) func anotherProgramAgrees() async throws {
        let key = P256.Signing.PrivateKey()
        let es256 = try DecodedToken(token.signed(by: key))
        let publicKey = key.publicKey.pemRepresentation
        let der = OpenSSLTool.der(es256.signature)
        #expect(try await OpenSSLTool.verifies(signature: der, message: es256.content, publicKey: publicKey))
        #expect(!(try await OpenSSLTool.verifies(signature: der, message: es256.content + [0], publicKey: publicKey)))

        let rsa = try TestKeys.rsa.get()
        let rs256 = try DecodedToken(token.signed(by: rsa))
        #expect(
            try await OpenSSLTool.verifies(
                signature: rs256.signature, message: rs256.content, publicKey: rsa.publicKey.pemRepresentation))
    }
}
