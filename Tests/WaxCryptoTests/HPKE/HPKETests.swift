// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import WaxCrypto

@Suite struct HPKETests {
    @Test(arguments: HPKEVector.all)
    func derivedKeys(vector: HPKEVector) throws {
        let ephemeral = try HPKE.DHKEM.deriveKeyPair(from: [UInt8](hex: vector.ephemeralMaterial))
        #expect(ephemeral.rawRepresentation.hex == vector.ephemeralKey)
        #expect(ephemeral.publicKey.x963Representation.hex == vector.encapsulatedKey)
        let recipient = try HPKE.DHKEM.deriveKeyPair(from: [UInt8](hex: vector.recipientMaterial))
        #expect(recipient.rawRepresentation.hex == vector.recipientKey)
        #expect(recipient.publicKey.x963Representation.hex == vector.recipientPublicKey)
    }

    @Test(arguments: HPKEVector.all)
    func keySchedule(vector: HPKEVector) throws {
        let ephemeral = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vector.ephemeralKey))
        let recipient = try P256.KeyAgreement.PublicKey(x963Representation: [UInt8](hex: vector.recipientPublicKey))
        let agreed = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
        let schedule = [UInt8](hex: vector.info).withUnsafeBytes {
            HPKEKeySchedule(ciphersuite: vector.ciphersuite, info: $0)
        }
        schedule.encapsulatedKey.copyBytes(from: [UInt8](hex: vector.encapsulatedKey))
        schedule.recipientKey.copyBytes(from: [UInt8](hex: vector.recipientPublicKey))
        agreed.withUnsafeBytes { schedule.run(diffieHellman: $0) }
        #expect(schedule.sharedSecret.hex == vector.sharedSecret)
        #expect(schedule.key.hex == vector.key)
        #expect(schedule.baseNonce.hex == vector.baseNonce)
        #expect(schedule.exporterSecret().withUnsafeBytes { $0.hex } == vector.exporterSecret)
        schedule.clear()
        #expect(schedule.key.allSatisfy { $0 == 0 } && schedule.sharedSecret.allSatisfy { $0 == 0 })
    }

    @Test(arguments: HPKEVector.all)
    func messages(vector: HPKEVector) throws {
        let recipientKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vector.recipientKey))
        var sender = try HPKE.Sender(
            recipientKey: recipientKey.publicKey, ciphersuite: vector.ciphersuite, info: Data(hex: vector.info),
            ephemeral: P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vector.ephemeralKey)))
        #expect(sender.encapsulatedKey.hex == vector.encapsulatedKey)
        var recipient = try HPKE.Recipient(
            privateKey: recipientKey, ciphersuite: vector.ciphersuite, info: Data(hex: vector.info),
            encapsulatedKey: sender.encapsulatedKey)
        let last = try #require(vector.ciphertexts.keys.max())
        let plaintext = Data(hex: vector.plaintext)
        for number in 0...last {
            let data = Data(vector.data(number).utf8)
            let sealed = try sender.seal(plaintext, authenticating: data)
            if let expected = vector.ciphertexts[number] { #expect(sealed.hex == expected) }
            #expect(try recipient.open(sealed, authenticating: data) == plaintext)
        }
        for (context, secret) in vector.exports {
            let context = [UInt8](hex: context)
            #expect(try sender.exportSecret(context: context, outputByteCount: 32).contents == secret)
            #expect(try recipient.exportSecret(context: context, outputByteCount: 32).contents == secret)
        }
    }
}
