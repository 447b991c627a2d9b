// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import WaxCrypto

/// Batches must not show how they went over the curve: in lanes from the first message on, in lanes where that is
/// faster, or one by one.
@Suite struct SealingLanesTests {
    static let ways: [Int?] = [1, SealingContext.defaultLanesFrom, nil]

    private let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
    private let info = Array("honkio-push-v2".utf8)
    private let plaintexts = (0..<300).map { UInt8(truncatingIfNeeded: $0) }

    /// A context whose batches take these ephemeral keys, one after the other.
    private func context(
        _ suite: HPKE.Ciphersuite, _ info: [UInt8], lanesFrom: Int?, ephemerals: [P256.KeyAgreement.PrivateKey]
    ) throws -> SealingContext {
        var rest = ephemerals[...]
        let scalars = ScalarPool(capacity: 1) { scalar throws(CryptoKitError) in
            guard let next = rest.popFirst() else { throw .invalidParameter }
            scalar.copyBytes(from: next.rawRepresentation)
        }
        return try SealingContext(
            ciphersuite: suite, info: info, lanes: lanesFrom == nil ? nil : P256Lanes(), lanesFrom: lanesFrom ?? .max,
            scalars: scalars)
    }

    /// Messages of different lengths, side by side.
    private func messages(_ count: Int) -> (messages: [SealingContext.Message], end: Int) {
        var messages: [SealingContext.Message] = []
        var end = 0
        for index in 0..<count {
            let message = SealingContext.Message(
                plaintext: index..<(index + index % 5 * 50), recipient: index * 65, output: end)
            messages.append(message)
            end += SealingContext.sealedByteCount(message.plaintext.count)
        }
        return (messages, end)
    }

    /// The message sealed on its own.
    private func sealedAlone(
        _ message: SealingContext.Message, to key: P256.KeyAgreement.PrivateKey,
        ephemeral: P256.KeyAgreement.PrivateKey
    ) throws -> [UInt8] {
        var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(message.plaintext.count))
        var span = output.mutableSpan
        try SealingContext(ciphersuite: suite, info: info).seal(
            Array(plaintexts[message.plaintext]).span, to: key.publicKey, ephemeral: ephemeral, into: &span)
        return output
    }

    private func open(_ sealed: some DataProtocol, with key: P256.KeyAgreement.PrivateKey) throws -> [UInt8] {
        var recipient = try HPKE.Recipient(
            privateKey: key, ciphersuite: suite, info: Data(info), encapsulatedKey: Data(sealed.prefix(65)))
        return try Array(recipient.open(sealed.dropFirst(65)))
    }

    @Test(arguments: 1...17, ways)
    func bitForBitAsOneByOne(count: Int, lanesFrom: Int?) throws {
        let keys = (0..<count).map { _ in P256.KeyAgreement.PrivateKey() }
        let ephemerals = (0..<count).map { _ in P256.KeyAgreement.PrivateKey() }
        let context = try context(suite, info, lanesFrom: lanesFrom, ephemerals: ephemerals)
        let (messages, end) = messages(count)
        let recipients = keys.flatMap { [UInt8]($0.publicKey.x963Representation) }
        var output = [UInt8](repeating: 0, count: end)
        var span = output.mutableSpan
        let refused = try context.seal(
            messages, plaintexts: plaintexts.span, recipients: recipients.span, into: &span)
        #expect(refused.isEmpty)
        for (index, message) in messages.enumerated() {
            let sealed = Array(output[message.outputRange])
            #expect(try sealed == sealedAlone(message, to: keys[index], ephemeral: ephemerals[index]))
            #expect(try open(sealed, with: keys[index]) == Array(plaintexts[message.plaintext]))
        }
    }

    @Test(arguments: HPKEVector.all.filter { $0.dataPrefix == nil }, ways)
    func vectorInEachLane(vector: HPKEVector, lanesFrom: Int?) throws {
        try sealInEachLane(vector, expecting: #require(vector.ciphertexts[0]), lanesFrom: lanesFrom)
    }

    /// The vectors of RFC 9180 have additional data, so only their encapsulated key and length are comparable; their
    /// keys are those of the message all the same, which the recipient proves by opening it.
    @Test(arguments: HPKEVector.all.filter { $0.dataPrefix != nil }, ways)
    func vectorWithDataInEachLane(vector: HPKEVector, lanesFrom: Int?) throws {
        let cipher = try AESGCMContext(keyByteCount: vector.ciphersuite.aead.keyByteCount)
        let plaintext = [UInt8](hex: vector.plaintext)
        var sealed = [UInt8](repeating: 0, count: plaintext.count + 16)
        try sealed.withUnsafeMutableBytes { sealed in
            try plaintext.withUnsafeBytes { plaintext in
                try [UInt8](hex: vector.key).withUnsafeBytes { key in
                    try [UInt8](hex: vector.baseNonce).withUnsafeBytes { nonce in
                        try cipher.seal(
                            plaintext, key: key, nonce: nonce,
                            authenticating: UnsafeRawBufferPointer(start: nil, count: 0),
                            ciphertext: sealed.part(0..<plaintext.count),
                            tag: sealed.part(plaintext.count..<sealed.count))
                    }
                }
            }
        }
        try sealInEachLane(vector, expecting: sealed.hex, lanesFrom: lanesFrom)
    }

    private func sealInEachLane(_ vector: HPKEVector, expecting ciphertext: String, lanesFrom: Int?) throws {
        let ephemeral = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vector.ephemeralKey))
        let context = try context(
            vector.ciphersuite, [UInt8](hex: vector.info), lanesFrom: lanesFrom,
            ephemerals: Array(repeating: ephemeral, count: 8))
        let plaintext = [UInt8](hex: vector.plaintext)
        let recipient = [UInt8](hex: vector.recipientPublicKey)
        let size = SealingContext.sealedByteCount(plaintext.count)
        let messages = (0..<8).map {
            SealingContext.Message(plaintext: plaintext.indices, recipient: 0, output: $0 * size)
        }
        var output = [UInt8](repeating: 0, count: 8 * size)
        var span = output.mutableSpan
        let refused = try context.seal(messages, plaintexts: plaintext.span, recipients: recipient.span, into: &span)
        #expect(refused.isEmpty)
        for message in messages {
            #expect(Array(output[message.outputRange]).hex == vector.encapsulatedKey + ciphertext)
        }
    }

    @Test(arguments: BadKey.allCases, ways)
    func aBadKeyInAnyPlaceIsThatMessagesFaultAlone(kind: BadKey, lanesFrom: Int?) throws {
        let bad = kind.encoding()
        #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(x963Representation: bad) }
        let keys = (0..<11).map { _ in P256.KeyAgreement.PrivateKey() }
        let ephemerals = (0..<11).map { _ in P256.KeyAgreement.PrivateKey() }
        let byPublicKey = Dictionary(
            uniqueKeysWithValues: ephemerals.map { ([UInt8]($0.publicKey.x963Representation), $0) })
        let (messages, end) = messages(keys.count)
        let recipients = keys.flatMap { [UInt8]($0.publicKey.x963Representation) }
        for place in keys.indices {
            let context = try context(suite, info, lanesFrom: lanesFrom, ephemerals: ephemerals)
            var recipients = recipients
            recipients.replaceSubrange(messages[place].recipientRange, with: bad)
            var output = [UInt8](repeating: 0xEE, count: end)
            var span = output.mutableSpan
            let refused = try context.seal(
                messages, plaintexts: plaintexts.span, recipients: recipients.span, into: &span)
            #expect(refused == [place])
            for (index, message) in messages.enumerated() {
                let sealed = Array(output[message.outputRange])
                if index == place {
                    #expect(sealed.allSatisfy { $0 == 0xEE })
                } else {
                    // Whether the bad key cost an ephemeral one is not said.
                    let ephemeral = try #require(byPublicKey[Array(sealed.prefix(65))])
                    #expect(try sealed == sealedAlone(message, to: keys[index], ephemeral: ephemeral))
                }
            }
        }
    }

    @Test(arguments: BadKey.allCases, ways)
    func aBatchOfBadKeysIsRefused(kind: BadKey, lanesFrom: Int?) throws {
        let context = try SealingContext(ciphersuite: suite, info: info, lanesFrom: lanesFrom)
        let (messages, end) = messages(17)
        let recipients = [[UInt8]](repeating: kind.encoding(), count: 17).flatMap(\.self)
        var output = [UInt8](repeating: 0xEE, count: end)
        var span = output.mutableSpan
        let refused = try context.seal(
            messages, plaintexts: plaintexts.span, recipients: recipients.span, into: &span)
        #expect(refused == Array(0..<17))
        #expect(output.allSatisfy { $0 == 0xEE })
    }

    @Test(arguments: ways)
    func noEphemeralKeyIsUsedTwice(lanesFrom: Int?) throws {
        let context = try SealingContext(ciphersuite: suite, info: info, lanesFrom: lanesFrom)
        let key = [UInt8](P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        let size = SealingContext.sealedByteCount(1)
        let messages = (0..<500).map { SealingContext.Message(plaintext: 0..<1, recipient: 0, output: $0 * size) }
        var output = [UInt8](repeating: 0, count: 500 * size)
        for _ in 0..<2 {
            var span = output.mutableSpan
            #expect(
                try context.seal(messages, plaintexts: plaintexts.span, recipients: key.span, into: &span).isEmpty)
            #expect(Set(messages.map { Array(output[$0.output...].prefix(65)) }).count == 500)
        }
    }

    @Test func thereAreNoLanesWhereTheyAreTurnedOff() throws {
        #expect(try !SealingContext(ciphersuite: suite, info: info, lanesFrom: nil).usesLanes)
        #expect(try SealingContext(ciphersuite: suite, info: info).usesLanes == (P256Lanes() != nil))
    }

    /// On a processor that lacks the instructions a context asks for lanes and gets none.
    @Test func withoutTheInstructionsABatchGoesOneByOne() throws {
        let keys = (0..<9).map { _ in P256.KeyAgreement.PrivateKey() }
        let context = try SealingContext(
            ciphersuite: suite, info: info, lanes: P256Lanes(processorFeatures: 0), lanesFrom: 1, scalars: ScalarPool())
        #expect(!context.usesLanes)
        let (messages, end) = messages(keys.count)
        let recipients = keys.flatMap { [UInt8]($0.publicKey.x963Representation) }
        var output = [UInt8](repeating: 0, count: end)
        var span = output.mutableSpan
        #expect(
            try context.seal(messages, plaintexts: plaintexts.span, recipients: recipients.span, into: &span).isEmpty)
        for (key, message) in zip(keys, messages) {
            #expect(try open(output[message.outputRange], with: key) == Array(plaintexts[message.plaintext]))
        }
    }
}
