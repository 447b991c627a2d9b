// SPDX-License-Identifier: Apache-2.0

/// The body of a sealed push around the envelope, made once for all devices that get it.
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

    /// The body for one device from the compact JSON of its envelope. APNs has the token in the path and not here.
    package func body(envelope: [UInt8], token: String) -> [UInt8] {
        var body = [UInt8]()
        switch platform {
        case .ios:
            body.reserveCapacity(pieceBytes + envelope.count)
            body += pieces[0]
            body += envelope
            body += pieces[1]
        case .android:
            // The quotes of four members are escaped.
            body.reserveCapacity(pieceBytes + token.utf8.count + envelope.count + 16)
            body += pieces[0]
            JSONText.append(token, to: &body)
            body += pieces[1]
            JSONText.append(json: envelope, to: &body)
            body += pieces[2]
        }
        return body
    }

    /// The longest plaintext that fits, in bytes; below zero when the rest alone is too long.
    package var largestPlaintext: Int { PayloadSize.largestPlaintext(overheadBytes: overheadBytes) }
}
