// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

/// The secret half of a subscription, with which a browser opens what arrives (RFC 8291, RFC 8188).
struct BrowserKeys: Sendable {
    let privateKey: P256.KeyAgreement.PrivateKey
    /// Sixteen bytes that the browser shares with its app's server.
    let auth: [UInt8]

    /// The public key, the 65 bytes of the point.
    var publicKey: [UInt8] { Array(privateKey.publicKey.x963Representation) }

    /// What was encrypted into `body`; nil for what a browser drops.
    func open(_ body: [UInt8]) -> [UInt8]? {
        guard body.count > 21, body.count >= 21 + Int(body[20]) else { return nil }
        let recordSize = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let (salt, sender) = (Array(body[..<16]), Array(body[21..<21 + Int(body[20])]))
        let record = Array(body[(21 + sender.count)...])
        // A message of Web Push is one record, which is the last one (RFC 8291 section 4).
        guard record.count >= 17, record.count <= recordSize, let keys = try? keys(salt: salt, sender: sender),
            let box = try? AES.GCM.SealedBox(
                nonce: keys.nonce, ciphertext: Array(record.dropLast(16)), tag: Array(record.suffix(16))),
            let padded = (try? AES.GCM.open(box, using: keys.key)).map(Array.init),
            let delimiter = padded.lastIndex(where: { $0 != 0 }), padded[delimiter] == 2
        else { return nil }
        return Array(padded[..<delimiter])
    }

    private func keys(salt: [UInt8], sender: [UInt8]) throws -> (key: SymmetricKey, nonce: AES.GCM.Nonce) {
        let secret = try privateKey.sharedSecretFromKeyAgreement(
            with: P256.KeyAgreement.PublicKey(x963Representation: sender))
        let inputKey = secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: auth, sharedInfo: Array("WebPush: info\0".utf8) + publicKey + sender,
            outputByteCount: 32)
        func derive(_ label: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: inputKey, salt: salt, info: Array("Content-Encoding: \(label)\0".utf8),
                outputByteCount: count)
        }
        let nonce = derive("nonce", 12).withUnsafeBytes { Array($0) }
        return (derive("aes128gcm", 16), try AES.GCM.Nonce(data: nonce))
    }
}
