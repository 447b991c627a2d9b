// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// What an app sends to its backend, which registers it with the device.
public struct EncryptionPublicKey: Hashable, Sendable {
    /// The public key as text of 87 characters: `encryption_public_key`.
    public let publicKey: String
    /// The id of the key: the `encryption_key_id` that the device carries once it is registered.
    public let keyID: String

    init(_ key: HKPublicKey) {
        publicKey = key.text
        keyID = key.keyID
    }
}
