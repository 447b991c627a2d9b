// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import WaxCrypto

@Suite struct SecretsTests {
    @Test func wipedOnRelease() {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 40, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
        var key: SymmetricKey? = SymmetricKey(storage: SecureBytes(wrapping: memory))
        var copy = key
        key = nil
        #expect(copy?.bitCount == 320)
        #expect(memory.allSatisfy { $0 == 0xA5 })
        copy = nil
        #expect(memory.allSatisfy { $0 == 0 })
    }

    @Test func arraysAreWiped() {
        var bytes: [UInt8] = [1, 2, 3]
        wipe(&bytes)
        #expect(bytes == [0, 0, 0])
    }

    @Test func printedByNothing() throws {
        let scalar = (0..<32).map { UInt8(0xB0 + $0) }
        let privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar)
        let signingKey = try P256.Signing.PrivateKey(rawRepresentation: scalar)
        let key = SymmetricKey(data: scalar)
        let secret = SharedSecret(storage: SecureBytes(copying: scalar.withUnsafeBytes { $0 }))
        let code = HashedAuthenticationCode<SHA256>(storage: SecureBytes(copying: scalar.withUnsafeBytes { $0 }))
        expectSecret(scalar, in: privateKey)
        expectSecret(scalar, in: signingKey)
        expectSecret(scalar, in: key)
        expectSecret(scalar, in: secret)
        expectSecret(scalar, in: code)
        expectSecret(scalar, in: [key])
        expectSecret(scalar, in: ["key": Optional(privateKey)])
        #expect("\(secret)" == "SharedSecret")
        #expect("\(code)" == "HMAC with SHA256")
        var hmac = HMAC<SHA256>(key: key)
        hmac.update(data: scalar)
        expectSecret(scalar, in: hmac)
    }

    @Test func contextsArePrintedByNothing() throws {
        let vector = HPKEVector.rfc9180
        let recipientKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vector.recipientKey))
        let sender = try HPKE.Sender(
            recipientKey: recipientKey.publicKey, ciphersuite: vector.ciphersuite, info: Data(hex: vector.info),
            ephemeral: P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vector.ephemeralKey)))
        let recipient = try HPKE.Recipient(
            privateKey: recipientKey, ciphersuite: vector.ciphersuite, info: Data(hex: vector.info),
            encapsulatedKey: sender.encapsulatedKey)
        for secret in [
            vector.sharedSecret, vector.key, vector.baseNonce, vector.exporterSecret, vector.ephemeralKey,
            vector.recipientKey,
        ] {
            expectSecret([UInt8](hex: secret), in: sender)
            expectSecret([UInt8](hex: secret), in: recipient)
        }
    }

    /// Expects no form of the bytes in anything that prints the value.
    private func expectSecret<Value>(
        _ secret: [UInt8], in value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var dumped = ""
        dump(value, to: &dumped)
        let start = secret.prefix(6)
        let forms = [
            start.hex, start.hex.uppercased(), start.map(String.init).joined(separator: ", "),
            Data(start).base64EncodedString(),
        ]
        for text in ["\(value)", String(describing: value), String(reflecting: value), dumped] {
            for form in forms {
                let isHidden = !text.contains(form)
                #expect(isHidden, sourceLocation: sourceLocation)
            }
            // `dump` puts each element of an array on a line of its own.
            let isHidden = !text.contains("- \(secret[0])\n")
            #expect(isHidden, sourceLocation: sourceLocation)
        }
    }
}
