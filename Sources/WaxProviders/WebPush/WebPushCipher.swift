// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

/// Message encryption for Web Push (RFC 8291) in the content coding `aes128gcm` (RFC 8188), as one record.
package enum WebPushCipher {
    /// The longest body that every push service must take (RFC 8030 section 7.2).
    package static let largestBody = 4096
    /// The bytes before the record: salt, record size, length of the key id and the key id, which is a point.
    static let headerByteCount = 16 + 4 + 1 + 65
    /// What encryption adds to the plaintext: the header, the delimiter of the last record and the tag.
    static let addedByteCount = headerByteCount + 1 + 16
    /// The longest plaintext whose body fits, in bytes.
    package static let largestPlaintext = largestBody - addedByteCount

    /// The body of a message, under an ephemeral key and a salt of its own.
    ///
    /// Takes at most `largestPlaintext` bytes. Throws when the cryptographic module does.
    package static func encrypt(
        _ plaintext: [UInt8], to subscription: WebPushSubscription
    ) throws -> [UInt8] {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        return try encrypt(
            plaintext, to: subscription, ephemeralKey: P256.KeyAgreement.PrivateKey(), salt: salt)
    }

    /// The same with a key and a salt, neither of which may be used twice.
    static func encrypt(
        _ plaintext: [UInt8], to subscription: WebPushSubscription, ephemeralKey: P256.KeyAgreement.PrivateKey,
        salt: [UInt8]
    ) throws -> [UInt8] {
        precondition(plaintext.count <= largestPlaintext && salt.count == 16)
        let point = subscription.publicKey.x963Representation
        let senderPoint = Array(ephemeralKey.publicKey.x963Representation)
        let secret = try ephemeralKey.sharedSecretFromKeyAgreement(
            with: P256.KeyAgreement.PublicKey(x963Representation: point))
        // RFC 8291 section 3.4.
        let inputKey = secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: subscription.auth, sharedInfo: info("WebPush: info") + point + senderPoint,
            outputByteCount: 32)
        // RFC 8188 sections 2.2 and 2.3; the only record is number 0, which leaves the nonce as it is.
        let pseudoRandomKey = HKDF<SHA256>.extract(inputKeyMaterial: inputKey, salt: salt)
        let key = HKDF<SHA256>.expand(
            pseudoRandomKey: pseudoRandomKey, info: info("Content-Encoding: aes128gcm"), outputByteCount: 16)
        let nonce = HKDF<SHA256>.expand(
            pseudoRandomKey: pseudoRandomKey, info: info("Content-Encoding: nonce"), outputByteCount: 12)
        let box = try AES.GCM.seal(
            plaintext + [lastRecordDelimiter], using: key,
            nonce: nonce.withUnsafeBytes { try AES.GCM.Nonce(data: Array($0)) })
        var body: [UInt8] = []
        body.reserveCapacity(addedByteCount + plaintext.count)
        body += salt
        body += [0, 0, UInt8(largestBody >> 8), UInt8(largestBody & 0xFF), UInt8(senderPoint.count)]
        body += senderPoint
        body += box.ciphertext
        body += box.tag
        return body
    }

    /// Stands behind the content of the last record (RFC 8188 section 2).
    private static let lastRecordDelimiter: UInt8 = 2

    /// A label of the key derivations, with the zero byte that ends it.
    private static func info(_ label: String) -> [UInt8] { Array(label.utf8) + [0] }
}
