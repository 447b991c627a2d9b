// SPDX-License-Identifier: Apache-2.0
import WaxCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PW1Envelope {
    /// Checks, pads and seals a notification under a random nonce.
    ///
    /// Throws `PW1Error` for a text that a server or a device would refuse, and otherwise only what the cryptographic
    /// library throws when it fails itself.
    public static func seal(_ content: PW1Content, with key: PW1Key) throws -> PW1Envelope {
        try seal(plaintext: content.plaintext(), with: key, nonce: AES.GCM.Nonce())
    }

    /// Seals bytes exactly as they are under a nonce of 12 bytes, which must never come twice with the same key.
    package static func seal(plaintext: [UInt8], with key: PW1Key, nonce: [UInt8]) throws -> PW1Envelope {
        try seal(plaintext: plaintext, with: key, nonce: AES.GCM.Nonce(data: nonce))
    }

    private static func seal(plaintext: [UInt8], with key: PW1Key, nonce: AES.GCM.Nonce) throws -> PW1Envelope {
        let box = try AES.GCM.seal(
            plaintext, using: key.encryptionKey, nonce: nonce, authenticating: authenticatedData(kid: key.keyID))
        return PW1Envelope(kid: key.keyID, sealed: Array(nonce) + Array(box.ciphertext) + Array(box.tag))
    }

    /// Opens the envelope and returns what a device shows.
    ///
    /// Throws `otherKey` when the envelope names another key, `notAuthentic` when it was changed, and `contentInvalid`
    /// when it holds no notification.
    public func open(with key: PW1Key) throws(PW1Error) -> PW1Content {
        guard key.keyID == kid else { throw .otherKey(envelope: kid, key: key.keyID) }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let plaintext = try? AES.GCM.open(
                box, using: key.encryptionKey, authenticating: Self.authenticatedData(kid: kid))
        else { throw .notAuthentic }
        return try PW1Content(plaintext: Array(plaintext))
    }

    /// What the seal vouches for besides the content.
    private static func authenticatedData(kid: String) -> [UInt8] { Array("pw1.\(kid)".utf8) }
}
