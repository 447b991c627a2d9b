// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
package import WaxFields

extension WebPushSubscription {
    /// Reads a subscription from the members `endpoint`, `p256dh` and `auth`; nil when something about them was reported.
    ///
    /// `allowsHTTP` lets the endpoint be an http URL, which only a service on a private address may have.
    package static func read(_ fields: FieldReader, allowsHTTP: Bool) -> WebPushSubscription? {
        let endpoint = fields.string("endpoint", required: true).map { text in
            WebPushEndpoint(text).flatMap { $0.isSecure || allowsHTTP ? $0 : nil }
                ?? fields.refuse("endpoint", .format(endpointRule))
        }
        let publicKey = fields.string("p256dh", required: true).map { text in
            HKPublicKey(text) ?? fields.refuse("p256dh", .format(publicKeyRule))
        }
        let auth = fields.string("auth", required: true).map { text in
            Base64URL.decode(text).flatMap { $0.count == authByteCount ? $0 : nil }
                ?? fields.refuse("auth", .format(authRule))
        }
        guard let endpoint = endpoint.value, let publicKey = publicKey.value, let auth = auth.value else { return nil }
        return WebPushSubscription(endpoint: endpoint, publicKey: publicKey, auth: auth)
    }

    private static let endpointRule = LocalizedText(
        "must be the https URL of a push subscription, at most 2048 bytes",
        "doit être l'URL https d'un abonnement push, de 2048 octets au plus")
    private static let publicKeyRule = LocalizedText(
        "must be an uncompressed P-256 point: 65 bytes, base64url without padding",
        "doit être un point P-256 non compressé: 65 octets, base64url sans remplissage")
    private static let authRule = LocalizedText(
        "must be 16 bytes, base64url without padding", "doit compter 16 octets, base64url sans remplissage")
}
