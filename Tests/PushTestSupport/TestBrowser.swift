// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto
import WaxEnvelope
package import WaxProviders

/// A browser with its subscription.
package struct TestBrowser: Sendable {
    package let privateKey = P256.KeyAgreement.PrivateKey()
    package let subscription: WebPushSubscription

    /// Subscribes at the push service that has this URL, or at one of its own under this last part of the path.
    package init(_ endpoint: String) {
        let url = endpoint.hasPrefix("http") ? endpoint : "https://push.example.net/send/\(endpoint)"
        guard let endpoint = WebPushEndpoint(url) else { preconditionFailure("\(url) is no endpoint") }
        subscription = WebPushSubscription(
            endpoint: endpoint, publicKey: HKPublicKey(privateKey.publicKey), auth: Array(0..<16))
    }

    /// What was encrypted into a body, by the text of RFC 8291 and RFC 8188 alone; nil when it does not open.
    package func open(_ body: [UInt8]) -> [UInt8]? {
        guard body.count >= 103, Array(body[16..<21]) == [0, 0, 16, 0, 65] else { return nil }
        let (salt, sender, record) = (Array(body[..<16]), Array(body[21..<86]), body[86...])
        guard let key = try? P256.KeyAgreement.PublicKey(x963Representation: sender),
            let secret = try? privateKey.sharedSecretFromKeyAgreement(with: key)
        else { return nil }
        let receiver = Array(privateKey.publicKey.x963Representation)
        let inputKey = secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: subscription.auth,
            sharedInfo: Array("WebPush: info\0".utf8) + receiver + sender, outputByteCount: 32)
        func derive(_ label: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: inputKey, salt: salt, info: Array("Content-Encoding: \(label)\0".utf8),
                outputByteCount: count)
        }
        let nonce = derive("nonce", 12).withUnsafeBytes { Array($0) }
        guard
            let box = try? AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: Array(record.dropLast(16)),
                tag: Array(record.suffix(16))),
            let opened = try? AES.GCM.open(box, using: derive("aes128gcm", 16)), opened.last == 2
        else { return nil }
        return Array(opened.dropLast())
    }
}
