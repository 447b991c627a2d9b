// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope

@Suite struct HKEnvelopeSealTests {
    private let key = P256.KeyAgreement.PrivateKey()
    private var publicKey: HKPublicKey { HKPublicKey(key.publicKey) }

    @Test func published() throws {
        let scalar = try #require(Base64URL.decode("_nrSUmsffUCgaGb5gmqkRLXCc_-ls5Dh6sm2Bu6OA3M"))
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar)
        let plaintext = try HKEnvelope(parsing: Array(HKEnvelopeTests.published.utf8)).open(with: key)
        #expect(
            String(decoding: plaintext, as: UTF8.self)
                == #"{"title":"Your code","body":"123456","data":{"order":"42"},"badge":1,"sound":"default"}"#)
    }

    @Test(arguments: [0, 1, 15, 16, 87, 2892, 2952, 70_000])
    func roundTrip(count: Int) throws {
        let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let envelope = try HKEnvelope.seal(plaintext, to: publicKey)
        #expect(envelope.kid == publicKey.keyID)
        #expect(envelope.enc.count == 65)
        #expect(envelope.ct.count == count + HKEnvelope.tagByteCount)
        #expect(try HKEnvelope(parsing: envelope.json).open(with: key) == plaintext)
    }

    @Test func freshKeyEachTime() throws {
        let envelopes = try (0..<8).map { _ in try HKEnvelope.seal([1, 2, 3], to: publicKey) }
        #expect(Set(envelopes.map(\.enc)).count == 8)
        #expect(Set(envelopes.map(\.ct)).count == 8)
    }

    @Test func anotherDevicesKey() throws {
        let envelope = try HKEnvelope.seal([1, 2, 3], to: publicKey)
        let other = P256.KeyAgreement.PrivateKey()
        #expect(throws: HKEnvelopeError.unknownKeyID) { try envelope.open(with: other) }
        let relabelled = HKEnvelope(kid: HKPublicKey(other.publicKey).keyID, enc: envelope.enc, ct: envelope.ct)
        #expect(throws: HKEnvelopeError.decryptionFailed) { try relabelled.open(with: other) }
    }

    @Test func everyBitOfEveryByte() throws {
        let plaintext = Array(#"{"title":"Your code","body":"123456"}"#.utf8)
        let envelope = try HKEnvelope.seal(plaintext, to: publicKey)
        for bit in 0..<8 {
            let change = UInt8(1 << bit)
            for index in envelope.enc.indices {
                var enc = envelope.enc
                enc[index] ^= change
                let changed = HKEnvelope(kid: envelope.kid, enc: enc, ct: envelope.ct)
                #expect(throws: HKEnvelopeError.decryptionFailed) { try changed.open(with: key) }
            }
            for index in envelope.ct.indices {
                var ct = envelope.ct
                ct[index] ^= change
                let changed = HKEnvelope(kid: envelope.kid, enc: envelope.enc, ct: ct)
                #expect(throws: HKEnvelopeError.decryptionFailed) { try changed.open(with: key) }
            }
        }
    }

    @Test func everyCharacterOfTheText() throws {
        let plaintext = Array(#"{"title":"Your code"}"#.utf8)
        let json = try HKEnvelope.seal(plaintext, to: publicKey).json
        for index in json.indices {
            var changed = json
            changed[index] = changed[index] == UInt8(ascii: "B") ? UInt8(ascii: "C") : UInt8(ascii: "B")
            #expect(throws: HKEnvelopeError.self) { try HKEnvelope(parsing: changed).open(with: key) }
        }
    }

    @Test func everyLengthOfTheText() throws {
        let json = try HKEnvelope.seal(Array("{}".utf8), to: publicKey).json
        for count in 0..<json.count {
            #expect(throws: HKEnvelopeError.invalidEnvelope) { try HKEnvelope(parsing: Array(json.prefix(count))) }
        }
    }
}
