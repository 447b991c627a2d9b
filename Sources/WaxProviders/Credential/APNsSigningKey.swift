// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto

/// A key that signs Apple's provider tokens, under the name that Apple gave it.
package struct APNsSigningKey: Sendable {
    /// Ten characters.
    package let keyID: String
    package let privateKey: P256.Signing.PrivateKey
    /// X and Y of the public key, 64 bytes: tells keys apart that are called the same.
    package let publicKey: [UInt8]

    package init(keyID: String, privateKey: P256.Signing.PrivateKey) {
        self.keyID = keyID
        self.privateKey = privateKey
        publicKey = Array(privateKey.publicKey.rawRepresentation)
    }
}

extension APNsSigningKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "APNs key \(keyID)" }
    package var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }
}
