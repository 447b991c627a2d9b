// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSimulator

/// An app's server: it has a VAPID key, and makes requests that the simulated push service accepts unless a test
/// changes them.
struct WebPushSender {
    let key = P256.Signing.PrivateKey()

    /// The public key as a browser takes it.
    var applicationServerKey: String { Base64URL.encode(Array(key.publicKey.x963Representation)) }

    func authorization(_ claims: JSONObject) throws -> String {
        let token = try TestToken.apns(
            privateKey: key.pemRepresentation, header: ["typ": "JWT", "alg": "ES256"], claims: claims)
        return "vapid t=\(token), k=\(applicationServerKey)"
    }

    static func claims(_ origin: String, now: Int64) -> JSONObject {
        ["aud": .string(origin), "exp": .number(JSONNumber(now + 3600)), "sub": "mailto:push@example.com"]
    }

    func request(
        to browser: SimulatedPhone, _ plaintext: [UInt8], origin: String, now: Int64
    ) throws -> TestRequest {
        guard let subscription = browser.subscription else { throw TestAnswer.Missing() }
        return TestRequest(
            path: String(subscription.endpoint.dropFirst(origin.count)),
            headers: [
                ("authorization", try authorization(Self.claims(origin, now: now))), ("ttl", "60"),
                ("urgency", "high"), ("topic", "game"), ("content-encoding", "aes128gcm"),
            ], body: try Self.encrypt(plaintext, to: subscription))
    }

    /// RFC 8291 and RFC 8188, for one record.
    static func encrypt(_ plaintext: [UInt8], to subscription: SimulatedSubscription) throws -> [UInt8] {
        guard let receiver = Base64URL.decode(subscription.p256dh), let auth = Base64URL.decode(subscription.auth)
        else {
            throw TestAnswer.Missing()
        }
        let ephemeral = P256.KeyAgreement.PrivateKey()
        let sender = Array(ephemeral.publicKey.x963Representation)
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        let inputKey = try ephemeral.sharedSecretFromKeyAgreement(
            with: P256.KeyAgreement.PublicKey(x963Representation: receiver)
        ).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: auth, sharedInfo: Array("WebPush: info\0".utf8) + receiver + sender,
            outputByteCount: 32)
        func derive(_ label: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: inputKey, salt: salt, info: Array("Content-Encoding: \(label)\0".utf8),
                outputByteCount: count)
        }
        let nonce = try AES.GCM.Nonce(data: derive("nonce", 12).withUnsafeBytes { Array($0) })
        let box = try AES.GCM.seal(plaintext + [2], using: derive("aes128gcm", 16), nonce: nonce)
        return salt + [0, 0, 16, 0, 65] + sender + Array(box.ciphertext) + Array(box.tag)
    }
}
