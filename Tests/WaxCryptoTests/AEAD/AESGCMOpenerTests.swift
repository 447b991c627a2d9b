// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
import WaxCrypto

@Suite struct AESGCMOpenerTests {
    private let key = SymmetricKey(size: .bits256)
    private let context: [UInt8] = [1, 2, 3]

    private func sealed(_ plaintext: [UInt8], _ key: SymmetricKey) throws -> [UInt8] {
        try Array(#require(AES.GCM.seal(plaintext, using: key, authenticating: context).combined))
    }

    private func open(_ opener: AES.GCM.Opener, _ message: [UInt8], _ context: [UInt8]) throws -> [UInt8] {
        try message.withUnsafeBytes { message in
            try context.withUnsafeBytes { try opener.open(message, authenticating: $0) }
        }
    }

    @Test func oneOpenerOpensManyMessages() throws {
        let opener = try AES.GCM.Opener(key: key)
        for count in [0, 1, 15, 16, 17, 4096] {
            let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            #expect(try open(opener, sealed(plaintext, key), context) == plaintext)
        }
    }

    @Test func aWrongMessageLeavesTheOpenerGood() throws {
        let opener = try AES.GCM.Opener(key: key)
        let message = try sealed([7, 7], key)
        for index in message.indices {
            var wrong = message
            wrong[index] ^= 0x80
            #expect(throws: CryptoKitError.authenticationFailure) { try open(opener, wrong, context) }
            #expect(throws: CryptoKitError.authenticationFailure) {
                try open(opener, Array(message[..<index]), context)
            }
        }
        #expect(throws: CryptoKitError.authenticationFailure) { try open(opener, message, [1, 2]) }
        let other = try sealed([7, 7], SymmetricKey(size: .bits256))
        #expect(throws: CryptoKitError.authenticationFailure) { try open(opener, other, context) }
        #expect(try open(opener, message, context) == [7, 7])
    }

    @Test func aKeyOfAnotherLengthIsRefused() {
        #expect(throws: CryptoKitError.incorrectKeySize) {
            try AES.GCM.Opener(key: SymmetricKey(data: [UInt8](repeating: 0, count: 31)))
        }
    }
}
