// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON

@Suite struct HKEnvelopeAppendTests {
    private let key = HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey)

    @Test(arguments: [0, 1, 2, 3, 500, 2892])
    func sameAsJSON(count: Int) throws {
        let envelope = try HKEnvelope.seal([UInt8](repeating: 7, count: count), to: key)
        var body = Array(#"{"hk":"#.utf8)
        append(envelope, as: .object, to: &body)
        body.append(UInt8(ascii: "}"))
        #expect(body == JSONValue.object(["hk": envelope.value]).compact)
    }

    @Test(arguments: [0, 1, 2, 3, 500, 2952])
    func sameAsTextInJSON(count: Int) throws {
        let envelope = try HKEnvelope.seal([UInt8](repeating: 7, count: count), to: key)
        var body = Array(#"{"hk":""#.utf8)
        append(envelope, as: .text, to: &body)
        body.append(contentsOf: Array(#""}"#.utf8))
        #expect(body == JSONValue.object(["hk": .string(String(decoding: envelope.json, as: UTF8.self))]).compact)
    }

    private func append(_ envelope: HKEnvelope, as form: HKEnvelope.Form, to body: inout [UInt8]) {
        let kid = Array(envelope.kid.utf8)
        HKEnvelope.append(kid: kid.span, enc: envelope.enc.span, ct: envelope.ct.span, as: form, to: &body)
    }
}
