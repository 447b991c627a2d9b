// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope

/// The body of a sealed push around the envelope, made once for all devices that get it.
///
/// It takes the parts of an envelope and no bytes, so that nothing readable can go out in its place.
package struct SealedTemplate: Sendable {
    package let platform: Platform
    /// What the provider counts towards its limit besides the envelope.
    package let overheadBytes: Int
    /// What stands before and after the envelope, and for FCM before the token as well.
    private let pieces: [[UInt8]]
    private let pieceBytes: Int

    init(platform: Platform, overheadBytes: Int, pieces: [[UInt8]]) {
        self.platform = platform
        self.overheadBytes = overheadBytes
        self.pieces = pieces
        pieceBytes = pieces.reduce(0) { $0 + $1.count }
    }

    /// The longest plaintext that fits, in bytes; -1 when not even an empty one does.
    package var largestPlaintext: Int {
        HKEnvelope.largestPlaintext(fitting: PayloadSize.limitBytes(for: platform) - overheadBytes) ?? -1
    }

    /// The body for one device, from the 16 characters of the key id, the 65 bytes of the encapsulated key and the
    /// ciphertext with its tag. Only FCM has the token in it.
    package func body(kid: Span<UInt8>, enc: Span<UInt8>, ct: Span<UInt8>, token: String) -> [UInt8] {
        let tag = HKEnvelope.tagByteCount
        let envelopeBytes = HKEnvelope.byteCount(sealing: max(ct.count - tag, 0))
        var body = [UInt8]()
        switch platform {
        case .ios, .web:
            body.reserveCapacity(pieceBytes + envelopeBytes)
            body += pieces[0]
            HKEnvelope.append(kid: kid, enc: enc, ct: ct, as: .object, to: &body)
            body += pieces[1]
        case .android:
            // The quotes of the envelope are escaped.
            body.reserveCapacity(pieceBytes + token.utf8.count + envelopeBytes + 16)
            body += pieces[0]
            JSONText.append(token, to: &body)
            body += pieces[1]
            HKEnvelope.append(kid: kid, enc: enc, ct: ct, as: .text, to: &body)
            body += pieces[2]
        }
        return body
    }

    /// The body for one device; as `body(kid:enc:ct:token:)`.
    package func body(_ envelope: HKEnvelope, token: String) -> [UInt8] {
        body(kid: Array(envelope.kid.utf8).span, enc: envelope.enc.span, ct: envelope.ct.span, token: token)
    }
}
