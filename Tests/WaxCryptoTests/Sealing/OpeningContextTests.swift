// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import WaxCrypto

/// What is opened must not show how the curve was gone over: in lanes from the first message on, in lanes where that is
/// faster, or one by one.
@Suite struct OpeningContextTests {
    static let ways: [Int?] = [1, OpeningContext.defaultLanesFrom, nil]

    private let key = P256.KeyAgreement.PrivateKey()
    private let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    private let info = Array("some relay".utf8)

    private func context(_ lanesFrom: Int?) throws -> OpeningContext {
        try OpeningContext(privateKey: key, ciphersuite: suite, info: info, lanesFrom: lanesFrom)
    }

    /// Messages of different lengths, the first of which is empty, sealed by the general interface.
    private func messages(_ count: Int) throws -> [(text: [UInt8], sealed: [UInt8])] {
        try (0..<count).map { index in
            let text = [UInt8](repeating: UInt8(index), count: index * 37)
            var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: Data(info))
            return (text, try [UInt8](sender.encapsulatedKey + sender.seal(text)))
        }
    }

    private func open(_ sealed: [[UInt8]], _ context: OpeningContext) throws -> [[UInt8]?] {
        try context.open(sealed.map { $0[...] }).map { $0?.withUnsafeBytes { Array($0) } }
    }

    @Test(arguments: [0, 1, 2, 3, 7, 8, 9, 20], ways)
    func anyNumberAtOnce(count: Int, lanesFrom: Int?) throws {
        let messages = try messages(count)
        let context = try context(lanesFrom)
        for _ in 0..<2 { #expect(try open(messages.map(\.sealed), context) == messages.map(\.text)) }
    }

    /// A part of a larger message, whose indices do not begin at zero.
    @Test(arguments: ways)
    func slices(lanesFrom: Int?) throws {
        let messages = try messages(5)
        let opened = try context(lanesFrom).open(messages.map { ([1, 2, 3] + $0.sealed)[3...] })
        #expect(opened.map { $0?.withUnsafeBytes { Array($0) } } == messages.map(\.text))
    }

    /// Every single bit of a message counts, and so does its key.
    @Test(arguments: ways)
    func aWrongMessageIsItsOwnFaultAlone(lanesFrom: Int?) throws {
        let messages = try messages(8)
        let context = try context(lanesFrom)
        for wrong in 0..<8 {
            for byte in [0, 1, 64, 65, messages[wrong].sealed.count - 1] where byte < messages[wrong].sealed.count {
                var sealed = messages.map(\.sealed)
                sealed[wrong][byte] ^= 1
                var expected: [[UInt8]?] = messages.map(\.text)
                expected[wrong] = nil
                #expect(try open(sealed, context) == expected, "byte \(byte) of message \(wrong)")
            }
        }
    }

    @Test(arguments: BadKey.allCases, ways)
    func badEncapsulatedKeys(kind: BadKey, lanesFrom: Int?) throws {
        let messages = try messages(8)
        let context = try context(lanesFrom)
        for wrong in 0..<8 {
            var sealed = messages.map(\.sealed)
            sealed[wrong] = kind.encoding() + sealed[wrong][65...]
            var expected: [[UInt8]?] = messages.map(\.text)
            expected[wrong] = nil
            #expect(try open(sealed, context) == expected)
        }
        let all = messages.map { kind.encoding() + $0.sealed[65...] }
        #expect(try open(all, context) == [[UInt8]?](repeating: nil, count: 8))
        #expect(try open(messages.map(\.sealed), context) == messages.map(\.text))
    }

    /// Another key and another info open nothing.
    @Test(arguments: ways)
    func othersOpenNothing(lanesFrom: Int?) throws {
        let sealed = try messages(8).map(\.sealed)
        let nothing = [[UInt8]?](repeating: nil, count: 8)
        let stranger = try OpeningContext(
            privateKey: P256.KeyAgreement.PrivateKey(), ciphersuite: suite, info: info, lanesFrom: lanesFrom)
        let elsewhere = try OpeningContext(
            privateKey: key, ciphersuite: suite, info: info + [0], lanesFrom: lanesFrom)
        #expect(try open(sealed, stranger) == nothing)
        #expect(try open(sealed, elsewhere) == nothing)
    }
}
