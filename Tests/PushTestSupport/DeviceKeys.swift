// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto
package import WaxEnvelope

/// A device's key pair, made anew or taken from the published vector.
package struct DeviceKeys: Sendable {
    package let privateKey: P256.KeyAgreement.PrivateKey
    package let publicKey: HKPublicKey

    package init(_ privateKey: P256.KeyAgreement.PrivateKey = .init()) {
        self.privateKey = privateKey
        publicKey = HKPublicKey(privateKey.publicKey)
    }

    /// The recipient of the published vector.
    package static func seed() throws -> DeviceKeys {
        DeviceKeys(
            try P256.KeyAgreement.PrivateKey(rawRepresentation: Base64URL.decode(SeedVector.privateKey) ?? []))
    }
}
