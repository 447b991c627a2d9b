// SPDX-License-Identifier: Apache-2.0

/// The body of a readable push, made once for all devices that get it.
package struct PlainTemplate: Sendable {
    package let platform: Platform
    /// What the provider counts towards its limit.
    package let sizeBytes: Int
    /// The whole body, or what stands before and after the token.
    private let pieces: [[UInt8]]

    init(platform: Platform, sizeBytes: Int, pieces: [[UInt8]]) {
        self.platform = platform
        self.sizeBytes = sizeBytes
        self.pieces = pieces
    }

    /// The body for one device. Only FCM has the token in it, so elsewhere every body is the same.
    package func body(token: String) -> [UInt8] {
        guard pieces.count == 2 else { return pieces[0] }
        var body = [UInt8]()
        body.reserveCapacity(pieces[0].count + pieces[1].count + token.utf8.count)
        body += pieces[0]
        JSONText.append(token, to: &body)
        body += pieces[1]
        return body
    }
}
