// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto
import WaxEnvelope
import WaxJSON

/// What an app identifies itself with to browsers' push services (RFC 8292): a key pair and whom they may ask.
///
/// A browser binds each subscription to the public key, so another key ends all subscriptions there are.
package struct VAPIDCredential: Sendable {
    /// A mailto or https URL under which the app's owner is reached.
    package let subject: String
    package let privateKey: P256.Signing.PrivateKey
    /// The 65 bytes of the point.
    package let publicKey: [UInt8]

    package init(subject: String, privateKey: P256.Signing.PrivateKey) {
        self.subject = subject
        self.privateKey = privateKey
        publicKey = Array(privateKey.publicKey.x963Representation)
    }

    /// The public key as a browser takes it for `applicationServerKey`: 87 characters of base64url.
    package var publicKeyText: String { Base64URL.encode(publicKey) }
}

extension VAPIDCredential: CustomStringConvertible, CustomReflectable {
    package var description: String { "VAPID credential of \(subject)" }
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension VAPIDCredential {
    /// The form that is stored; it holds the private key.
    package func encoded() -> [UInt8] {
        let object: JSONValue = [
            "subject": .string(subject), "private_key": .string(privateKey.pemRepresentation),
        ]
        return object.compact
    }

    /// Reads the form that is stored. Throws `credentialUnreadable`.
    package init(encoded: [UInt8]) throws(ProviderError) {
        guard let object = try? JSONReader.parse(encoded), let subject = object["subject"]?.stringValue,
            let key = object["private_key"]?.stringValue.flatMap({
                try? P256.Signing.PrivateKey(pemRepresentation: $0)
            })
        else { throw .credentialUnreadable }
        self.init(subject: subject, privateKey: key)
    }
}
