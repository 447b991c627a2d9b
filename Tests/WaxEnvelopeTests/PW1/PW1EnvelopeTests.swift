// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope

@Suite struct PW1EnvelopeTests {
    /// The envelope of the format's own page.
    private static let published =
        "pw1.767c0806.oKGio6Slpqeoqaqr-DhDOK4k53I0XIqFXerStl8L5wgFH2EUp_HSYIhOtPQU6R9X6oBtcwaIVw6kyen5OK3Vm_WWiP9w4ooFbGhar_XGOj1J"
    private static let keyText = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    @Test func published() throws {
        let key = try PW1Key(Self.keyText)
        let envelope = try PW1Envelope(Self.published)
        #expect(envelope.kid == "767c0806")
        #expect(try envelope.open(with: key) == PW1Content(title: "Disk full", body: "/var is at 97% on db01"))
        let plaintext = Array(#"{"title":"Disk full","body":"/var is at 97% on db01"}"#.utf8)
        let nonce = (0xA0...0xAB).map { UInt8($0) }
        #expect(try PW1Envelope.seal(plaintext: plaintext, with: key, nonce: nonce).text == Self.published)
    }

    @Test func roundTrip() throws {
        let key = PW1Key()
        let content = PW1Content(title: "🚨 Alarm", subtitle: "שער", body: "e\u{301} \"x\"", url: "homecam://door")
        let envelope = try PW1Envelope.seal(content, with: key)
        #expect(envelope.kid == key.keyID)
        #expect(try PW1Envelope(envelope.text) == envelope)
        let opened = try envelope.open(with: key)
        #expect(Array(opened.body.utf8) == Array(content.body.utf8))
        #expect(opened == content)
        #expect(try PW1Envelope.seal(content, with: key) != envelope)
    }

    @Test func largest() throws {
        let frame = #"{"title":"T","body":""}"#.utf8.count
        let content = PW1Content(title: "T", body: String(repeating: "x", count: PW1Envelope.maximumPlaintext - frame))
        let envelope = try PW1Envelope.seal(content, with: PW1Key())
        #expect(envelope.text.utf8.count == PW1Envelope.maximumLength)
        #expect(try PW1Envelope(envelope.text) == envelope)
    }

    @Test func refusesWhatServersRefuse() {
        let content = PW1Content(title: "T", body: "B", url: "data:,x")
        #expect(throws: PW1Error.url(.schemeForbidden)) { try PW1Envelope.seal(content, with: PW1Key()) }
    }

    @Test func anotherKey() throws {
        let envelope = try PW1Envelope(Self.published)
        let key = try PW1Key("f0e1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff")
        #expect(throws: PW1Error.otherKey(envelope: "767c0806", key: "eb6c5c92")) { try envelope.open(with: key) }
    }

    @Test func everyCharacter() throws {
        let key = try PW1Key(Self.keyText)
        let text = Array(Self.published.utf8)
        for index in text.indices {
            for bit in 0..<7 {
                var changed = text
                changed[index] ^= UInt8(1 << bit)
                let string = String(decoding: changed, as: UTF8.self)
                #expect(throws: PW1Error.self) { try PW1Envelope(string).open(with: key) }
            }
        }
    }

    @Test func everyBitOfEveryByte() throws {
        let key = try PW1Key(Self.keyText)
        let sealed = try #require(Base64URL.decode(String(Self.published.dropFirst(13))))
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= UInt8(1 << bit)
                let envelope = try PW1Envelope("pw1.767c0806.\(Base64URL.encode(changed))")
                #expect(throws: PW1Error.notAuthentic) { try envelope.open(with: key) }
            }
        }
    }

    @Test func shape() throws {
        let shortest = "pw1.767c0806." + String(repeating: "A", count: 40)
        #expect(try PW1Envelope(shortest).text == shortest)
        let refused = [
            "", "pw1", "pw1.", "pw1..", "pw1.767c0806", "pw1.767c0806.", String(shortest.dropLast()), shortest + "A",
            shortest + ".", "." + shortest, "pw1.767c080g." + shortest.dropFirst(13), shortest + "\u{0}",
            "PW1" + shortest.dropFirst(3), "pw1.767c080\u{FF16}." + shortest.dropFirst(13), "pw1,767c0806,AAAA",
            "pw1.767c0806." + String(repeating: "A", count: 3060),
        ]
        for text in refused { #expect(throws: PW1Error.envelopeShape) { try PW1Envelope(text) } }
        #expect(try PW1Envelope("pw1.767c0806." + String(repeating: "A", count: 3059)).text.utf8.count == 3072)
    }
}
