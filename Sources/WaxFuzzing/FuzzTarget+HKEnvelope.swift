// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

extension FuzzTarget {
    /// Reads any bytes as an `hk` envelope and as the content of one.
    public static func hkEnvelope(_ bytes: UnsafeRawBufferPointer) {
        let bytes = Array(bytes)
        checkEnvelope(bytes)
        checkContent(bytes)
    }

    private static let key = P256.KeyAgreement.PrivateKey()

    private static func checkEnvelope(_ bytes: [UInt8]) {
        let envelope: HKEnvelope
        do {
            envelope = try HKEnvelope(parsing: bytes)
        } catch {
            require(error == .invalidEnvelope || error == .unsupportedVersion, "nothing was opened yet")
            return
        }
        require(envelope.enc.count == 65 && envelope.ct.count >= 16, "every part has its length")
        let json = envelope.json
        require((try? HKEnvelope(parsing: json)) == envelope, "an envelope survives its JSON")
        let kid = Array(envelope.kid.utf8)
        if kid.count == 16, Base64URL.decode(envelope.kid) != nil {
            require(json.count == HKEnvelope.byteCount(sealing: envelope.ct.count - 16), "the size is foreseen")
            var written: [UInt8] = []
            HKEnvelope.append(kid: kid.span, enc: envelope.enc.span, ct: envelope.ct.span, to: &written)
            require(written == json, "both writers agree")
        }
        // Under the right kid it gets as far as the point and the seal.
        let relabelled = HKEnvelope(
            kid: HKPublicKey(key.publicKey).keyID, enc: envelope.enc, ct: envelope.ct)
        require((try? relabelled.open(with: key)) == nil, "nobody sealed this")
    }

    private static func checkContent(_ bytes: [UInt8]) {
        guard let content = try? PushContent(plaintext: bytes) else { return }
        let plaintext = content.plaintext
        require((try? PushContent(plaintext: plaintext)) == content, "a content survives its plaintext")
        require((try? PushContent(plaintext: plaintext))?.plaintext == plaintext, "a plaintext has one form")
        let padded = content.plaintext(paddedToMultipleOf: 64, limit: .max)
        require(padded.count % 64 == 0 && padded.starts(with: plaintext), "spaces are added behind")
        require((try? PushContent(plaintext: padded)) == content, "spaces change nothing")
    }
}
