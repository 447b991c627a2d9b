// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON

@Suite struct HKEnvelopeTests {
    @Test func parsed() throws {
        let envelope = try HKEnvelope(parsing: Array(Self.published.utf8))
        #expect(envelope.kid == "cHRL-UfvREIeEx3Q")
        #expect(envelope.enc.count == 65)
        #expect(envelope.ct.count == 103)
        #expect(String(decoding: envelope.json, as: UTF8.self) == Self.published)
        #expect(try HKEnvelope(envelope.value) == envelope)
    }

    @Test func whatDoesNotMatter() throws {
        let whole = try HKEnvelope(parsing: Array(Self.published.utf8))
        let reordered: JSONValue = [
            "ct": .string(Base64URL.encode(whole.ct)), "later": ["v": 3], "kid": .string(whole.kid),
            "enc": .string(Base64URL.encode(whole.enc)), "v": 2,
        ]
        #expect(try HKEnvelope(parsing: reordered.pretty + Array(" \n".utf8)) == whole)
    }

    @Test func sixteenBytesAreEnough() throws {
        let envelope = HKEnvelope(
            kid: "a \"quoted\" kid", enc: [UInt8](repeating: 0, count: 65), ct: [UInt8](repeating: 9, count: 16))
        #expect(try HKEnvelope(parsing: envelope.json) == envelope)
    }

    @Test func invalidUTF8() {
        var json = Array(Self.published.utf8)
        json.insert(0xFF, at: 16)
        #expect(throws: HKEnvelopeError.invalidEnvelope) { try HKEnvelope(parsing: json) }
    }

    @Test func reasonsOfTheAndroidPackage() {
        #expect(
            HKEnvelopeError.allCases.map(\.description) == [
                "INVALID_ENVELOPE", "UNSUPPORTED_VERSION", "UNKNOWN_KID", "DECRYPTION_FAILED", "INVALID_PAYLOAD",
            ])
    }

    /// The envelope that was published with the format.
    static let published =
        #"{"v":2,"kid":"cHRL-UfvREIeEx3Q","#
        + #""enc":"BPDblkoWAGabKxtOrs52tL2JaFkPPoqNVP8104Q3C7SwOj8mbh1bw7iLBpr7tWEPglEt4X_DX9Y8BVJnrHo1-wg","#
        + #""ct":"SK86q5n7JJTP_HjhHm_7WGk0g2mgJSjE4UyRTnjlQqObn8ntlLw8IJgQ5UasGWOTNuWwmlhl6o-wbXOB9lse8pkvaOlV7SNKs4p5"#
        + #"4P5nVzLtMoJsp8t8gD1t_m0Y3jSxhoCsRMV-pg"}"#
}
