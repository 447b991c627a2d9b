// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto

@Suite struct HPKEFailureTests {
    private let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
    private let info = Data("info".utf8)
    private let key = P256.KeyAgreement.PrivateKey()
    private let message = Data("message".utf8)

    private func recipient(_ encapsulatedKey: Data) throws -> HPKE.Recipient {
        try HPKE.Recipient(privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: encapsulatedKey)
    }

    private func sender() throws -> HPKE.Sender {
        try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: info)
    }

    /// What an app writes once for software keys and the Secure Enclave's.
    private func open<K: HPKEDiffieHellmanPrivateKey>(_ ciphertext: Data, _ encapsulatedKey: Data, with key: K) throws
        -> Data
    {
        var recipient = try HPKE.Recipient(
            privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: encapsulatedKey)
        return try recipient.open(ciphertext)
    }

    @Test func everyFlippedByteIsRefused() throws {
        var sender = try sender()
        let sealed = try sender.seal(message)
        #expect(try open(sealed, sender.encapsulatedKey, with: key) == message)
        for index in sealed.indices {
            var forged = sealed
            forged[index] ^= 0x40
            #expect(throws: CryptoKitError.authenticationFailure) {
                try open(forged, sender.encapsulatedKey, with: key)
            }
        }
        for index in sender.encapsulatedKey.indices {
            var forged = sender.encapsulatedKey
            forged[index] ^= 0x02
            #expect(throws: CryptoKitError.invalidParameter) { try open(sealed, forged, with: key) }
        }
        let other = P256.KeyAgreement.PrivateKey()
        #expect(throws: CryptoKitError.authenticationFailure) {
            try open(sealed, other.publicKey.x963Representation, with: key)
        }
        #expect(throws: CryptoKitError.authenticationFailure) { try open(sealed, sender.encapsulatedKey, with: other) }
    }

    @Test func everythingIsBound() throws {
        var sender = try sender()
        let data = Data("data".utf8)
        let sealed = try sender.seal(message, authenticating: data)
        var right = try recipient(sender.encapsulatedKey)
        #expect(throws: CryptoKitError.authenticationFailure) { try right.open(sealed) }
        #expect(throws: CryptoKitError.authenticationFailure) { try right.open(sealed, authenticating: message) }
        #expect(try right.open(sealed, authenticating: data) == message)
        var otherInfo = try HPKE.Recipient(
            privateKey: key, ciphersuite: suite, info: Data(), encapsulatedKey: sender.encapsulatedKey)
        #expect(throws: CryptoKitError.authenticationFailure) { try otherInfo.open(sealed, authenticating: data) }
        var otherSuite = try HPKE.Recipient(
            privateKey: key, ciphersuite: .P256_SHA256_AES_GCM_256, info: info,
            encapsulatedKey: sender.encapsulatedKey)
        #expect(throws: CryptoKitError.authenticationFailure) { try otherSuite.open(sealed, authenticating: data) }
        let export = try right.exportSecret(context: [1], outputByteCount: 32)
        #expect(try export == sender.exportSecret(context: [1], outputByteCount: 32))
        #expect(try export != sender.exportSecret(context: [2], outputByteCount: 32))
        #expect(try export != otherInfo.exportSecret(context: [1], outputByteCount: 32))
        #expect(throws: CryptoKitError.incorrectParameterSize) {
            try sender.exportSecret(context: [1], outputByteCount: 255 * 32 + 1)
        }
    }

    @Test func failureDoesNotCount() throws {
        var sender = try sender()
        let first = try sender.seal(message)
        let second = try sender.seal(message)
        #expect(first != second)
        var recipient = try recipient(sender.encapsulatedKey)
        #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(second) }
        #expect(throws: HPKE.Errors.ciphertextTooShort) { try recipient.open(first.prefix(15)) }
        #expect(try recipient.open(first) == message)
        #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(first) }
        #expect(try recipient.open(second) == message)
    }

    @Test(arguments: [0, 1, 15])
    func tooShort(count: Int) throws {
        var recipient = try recipient(sender().encapsulatedKey)
        #expect(throws: HPKE.Errors.ciphertextTooShort) {
            try recipient.open([UInt8](repeating: 0, count: count))
        }
        #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open([UInt8](repeating: 0, count: 16)) }
    }

    @Test func emptyMessage() throws {
        var sender = try sender()
        let sealed = try sender.seal(Data())
        #expect(sealed.count == 16)
        var recipient = try recipient(sender.encapsulatedKey)
        #expect(try recipient.open(sealed).isEmpty)
    }

    @Test func slicesAreTaken() throws {
        var sender = try sender()
        let sealed = try sender.encapsulatedKey + sender.seal(message)
        let slice = sealed.dropFirst(0)
        var recipient = try recipient(slice.prefix(65))
        #expect(try recipient.open(slice.dropFirst(65)) == message)
    }

    @Test func encapsulatedKeyOfAnotherLength() {
        for count in [0, 64, 66] {
            #expect(throws: CryptoKitError.incorrectParameterSize) { try recipient(Data(count: count)) }
        }
    }
}
