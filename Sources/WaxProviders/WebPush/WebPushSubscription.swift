// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxJSON

/// A browser's subscription (W3C Push API): where its pushes go, and the keys to encrypt them with (RFC 8291).
package struct WebPushSubscription: Hashable, Sendable {
    /// The number of bytes of `auth`.
    package static let authByteCount = 16

    package let endpoint: WebPushEndpoint
    /// The browser's public key, a point on P-256.
    package let publicKey: HKPublicKey
    /// The secret that the browser shares with those whom it gives the subscription to.
    package let auth: [UInt8]

    package init(endpoint: WebPushEndpoint, publicKey: HKPublicKey, auth: [UInt8]) {
        precondition(auth.count == Self.authByteCount, "auth has 16 bytes")
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.auth = auth
    }

    /// The form that is stored; it holds the secret.
    package var stored: String {
        let object: JSONObject = [
            "endpoint": .string(endpoint.text), "p256dh": .string(publicKey.text),
            "auth": .string(Base64URL.encode(auth)),
        ]
        return String(decoding: JSONValue.object(object).compact, as: UTF8.self)
    }

    /// Reads the form that is stored, where nobody else can have written; nil for any other. The key was checked before.
    package init?(stored text: String) {
        guard let object = (try? JSONReader.parse(text))?.objectValue,
            let endpoint = object["endpoint"]?.stringValue.flatMap(WebPushEndpoint.init),
            let point = object["p256dh"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let publicKey = HKPublicKey(stored: point, keyID: HKPublicKey.keyID(of: point)),
            let auth = object["auth"]?.stringValue.flatMap({ Base64URL.decode($0) }), auth.count == Self.authByteCount
        else { return nil }
        self.init(endpoint: endpoint, publicKey: publicKey, auth: auth)
    }
}

extension WebPushSubscription: CustomStringConvertible, CustomReflectable {
    /// The endpoint's origin alone: the rest lets others push.
    package var description: String { "web push subscription at \(endpoint.origin)" }
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
