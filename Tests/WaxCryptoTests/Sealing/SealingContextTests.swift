// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import WaxCrypto

@Suite struct SealingContextTests {
    private let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
    private let info = Array("honkio-push-v2".utf8)

    private func open(_ sealed: some DataProtocol, with key: P256.KeyAgreement.PrivateKey) throws -> [UInt8] {
        var recipient = try HPKE.Recipient(
            privateKey: key, ciphersuite: suite, info: Data(info), encapsulatedKey: Data(sealed.prefix(65)))
        return try Array(recipient.open(sealed.dropFirst(65)))
    }

    @Test(arguments: HPKEVector.all.filter { $0.dataPrefix == nil })
    func vector(vector: HPKEVector) throws {
        let context = try SealingContext(ciphersuite: vector.ciphersuite, info: [UInt8](hex: vector.info))
        let plaintext = [UInt8](hex: vector.plaintext)
        var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(plaintext.count))
        var span = output.mutableSpan
        try context.seal(
            plaintext.span,
            to: P256.KeyAgreement.PublicKey(x963Representation: [UInt8](hex: vector.recipientPublicKey)),
            ephemeral: P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vector.ephemeralKey)), into: &span)
        #expect(try output.hex == vector.encapsulatedKey + #require(vector.ciphertexts[0]))
    }

    @Test(arguments: HPKE.AEAD.allCases, [0, 1, 15, 16, 17, 200, 3000])
    func sameAsSender(aead: HPKE.AEAD, count: Int) throws {
        let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: aead)
        let context = try SealingContext(ciphersuite: suite, info: info)
        let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        for _ in 0..<3 {
            let recipient = P256.KeyAgreement.PrivateKey().publicKey
            let ephemeral = P256.KeyAgreement.PrivateKey()
            var sender = try HPKE.Sender(
                recipientKey: recipient, ciphersuite: suite, info: Data(info), ephemeral: ephemeral)
            var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(count))
            var span = output.mutableSpan
            try context.seal(plaintext.span, to: recipient, ephemeral: ephemeral, into: &span)
            #expect(try Data(output) == sender.encapsulatedKey + sender.seal(plaintext))
        }
    }

    @Test func roomBehindTheMessageStays() throws {
        let context = try SealingContext(ciphersuite: suite, info: info)
        let key = P256.KeyAgreement.PrivateKey()
        let plaintext = Array("hello".utf8)
        var output = [UInt8](repeating: 0xEE, count: SealingContext.sealedByteCount(5) + 3)
        var span = output.mutableSpan
        try context.seal(plaintext.span, to: key.publicKey, into: &span)
        #expect(output.suffix(3) == [0xEE, 0xEE, 0xEE])
        #expect(try open(output.dropLast(3), with: key) == plaintext)
    }

    @Test func noTwoSealsAreAlike() throws {
        let context = try SealingContext(ciphersuite: suite, info: info)
        let key = P256.KeyAgreement.PrivateKey()
        var encapsulatedKeys: Set<[UInt8]> = []
        let plaintext = Array("hello".utf8)
        var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(5))
        for _ in 0..<200 {
            var span = output.mutableSpan
            try context.seal(plaintext.span, to: key.publicKey, into: &span)
            #expect(try open(output, with: key) == plaintext)
            encapsulatedKeys.insert(Array(output.prefix(65)))
        }
        #expect(encapsulatedKeys.count == 200)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 64, 100])
    func batch(count: Int) throws {
        let context = try SealingContext(ciphersuite: suite, info: info)
        let keys = (0..<count).map { _ in P256.KeyAgreement.PrivateKey() }
        let recipients = keys.flatMap { [UInt8]($0.publicKey.x963Representation) }
        let plaintexts = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        var messages: [SealingContext.Message] = []
        var end = 0
        for index in 0..<count {
            // Empty, overlapping and identical plaintexts, and a gap between the sealed messages.
            let message = SealingContext.Message(
                plaintext: index..<(index + index % 5 * 50), recipient: index * 65, output: end)
            messages.append(message)
            end += SealingContext.sealedByteCount(message.plaintext.count) + 2
        }
        var output = [UInt8](repeating: 0xEE, count: end)
        var span = output.mutableSpan
        let refused = try context.seal(
            messages, plaintexts: plaintexts.span, recipients: recipients.span, into: &span)
        #expect(refused.isEmpty)
        for (key, message) in zip(keys, messages) {
            let last = message.output + SealingContext.sealedByteCount(message.plaintext.count)
            #expect(try open(output[message.output..<last], with: key) == Array(plaintexts[message.plaintext]))
            #expect(output[last..<(last + 2)] == [0xEE, 0xEE])
        }
    }

    @Test func badKeysAreLeftOut() throws {
        let context = try SealingContext(ciphersuite: suite, info: info)
        let key = P256.KeyAgreement.PrivateKey()
        let good = [UInt8](key.publicKey.x963Representation)
        var hybrid = good
        hybrid[0] = 0x06 + (good[64] & 1)
        var offCurve = good
        offCurve[64] ^= 1
        let zeros = [UInt8](repeating: 0, count: 65)
        let kinds = [good, hybrid, offCurve, zeros]
        let pattern = [1, 0, 2, 0, 3, 0, 0, 0, 0, 1, 2, 3, 0]
        let plaintext = Array("hello".utf8)
        let sealedByteCount = SealingContext.sealedByteCount(plaintext.count)
        let messages = pattern.indices.map {
            SealingContext.Message(plaintext: 0..<5, recipient: pattern[$0] * 65, output: $0 * sealedByteCount)
        }
        var output = [UInt8](repeating: 0xEE, count: pattern.count * sealedByteCount)
        var span = output.mutableSpan
        let recipients = Array(kinds.joined())
        let refused = try context.seal(messages, plaintexts: plaintext.span, recipients: recipients.span, into: &span)
        #expect(refused == pattern.indices.filter { pattern[$0] != 0 })
        for (kind, message) in zip(pattern, messages) {
            let sealed = output[message.output..<(message.output + sealedByteCount)]
            if kind == 0 {
                #expect(try open(sealed, with: key) == plaintext)
            } else {
                #expect(sealed.allSatisfy { $0 == 0xEE })
            }
        }
    }

    @Test func eightThreads() throws {
        let suite = suite
        let info = info
        let keys = (0..<4).map { _ in P256.KeyAgreement.PrivateKey() }
        let recipients = keys.map(\.publicKey)
        let failures = UnsafeMutableBufferPointer<Int>.allocate(capacity: 8)
        defer { failures.deallocate() }
        failures.initialize(repeating: -1)
        nonisolated(unsafe) let slots = failures
        let threads = (0..<8).map { number in
            let done = DispatchSemaphore(value: 0)
            let thread = Thread {
                defer { done.signal() }
                var failed = 0
                do {
                    let context = try SealingContext(ciphersuite: suite, info: info)
                    let plaintext = [UInt8](repeating: UInt8(number), count: 100)
                    var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(100))
                    for turn in 0..<100 {
                        var span = output.mutableSpan
                        try context.seal(plaintext.span, to: recipients[turn % 4], into: &span)
                        var recipient = try HPKE.Recipient(
                            privateKey: keys[turn % 4], ciphersuite: suite, info: Data(info),
                            encapsulatedKey: Data(output.prefix(65)))
                        if try Array(recipient.open(output.dropFirst(65))) != plaintext { failed += 1 }
                    }
                } catch {
                    failed += 1
                }
                slots[number] = failed
            }
            thread.start()
            return done
        }
        for done in threads { done.wait() }
        #expect(failures.allSatisfy { $0 == 0 })
    }

    @Test func noRoomEndsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
            let context = try SealingContext(ciphersuite: suite, info: [])
            var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(1) - 1)
            var span = output.mutableSpan
            try context.seal([7].span, to: P256.KeyAgreement.PrivateKey().publicKey, into: &span)
        }
    }
}
