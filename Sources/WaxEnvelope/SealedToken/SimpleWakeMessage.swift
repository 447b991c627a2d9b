// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a device is told in the simple mode: the sender's payload, which nobody vouches for, and the token that was used.
/// Sealed, it has one size.
///
/// Source: docs/sealed-token.md, "The simple mode".
public struct SimpleWakeMessage: Hashable, Sendable {
    /// The longest payload, in bytes of UTF-8.
    public static let maximumPayload = 1024
    /// The bytes of a sealed message.
    public static let byteCount = plaintextByteCount + 28
    private static let plaintextByteCount = 3 + maximumPayload + SealedToken.byteCount
    private static let version: UInt8 = 2

    /// What the sender gave, unchecked: it may be anything, from anybody.
    public let payload: String
    /// The token by which the device was woken.
    public let token: SealedToken

    /// Takes the parts; nil for a payload that is too long.
    package init?(payload: String, token: SealedToken) {
        guard payload.utf8.count <= Self.maximumPayload else { return nil }
        self.payload = payload
        self.token = token
    }

    /// Nonce, ciphertext and tag under the device's key of 16 bytes.
    package func sealed(with key: SymmetricKey) throws -> [UInt8] {
        var plaintext = [Self.version] + UInt16(payload.utf8.count).bigEndianBytes + payload.utf8
        plaintext += repeatElement(0, count: Self.maximumPayload - payload.utf8.count)
        plaintext += token.bytes
        return try AES.GCM.combined(plaintext, using: key)
    }

    /// Opens what a device was sent with one of its keys; nil when it is not from a relay that has this key, or broken.
    package init?(opening sealed: [UInt8], with key: SymmetricKey) {
        guard sealed.count == Self.byteCount, let box = try? AES.GCM.SealedBox(combined: sealed),
            let plaintext = (try? AES.GCM.open(box, using: key)).map({ Array($0) }), plaintext[0] == Self.version
        else { return nil }
        let length = Int(plaintext[1]) << 8 | Int(plaintext[2])
        let end = 3 + Self.maximumPayload
        guard length <= Self.maximumPayload, plaintext[3 + length..<end].allSatisfy({ $0 == 0 }),
            let token = try? SealedToken(bytes: Array(plaintext[end...]))
        else { return nil }
        payload = String(decoding: plaintext[3..<3 + length], as: UTF8.self)
        self.token = token
    }
}
