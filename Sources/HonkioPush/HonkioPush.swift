// SPDX-License-Identifier: Apache-2.0
@_exported public import WaxEnvelope

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sealed pushes on a device: the public key to register, and opening what arrives.
///
///     let key = try HonkioPush.encryptionPublicKey(accessGroup: "group.com.example.app")
///     sendToBackend(token, encryptionPublicKey: key.publicKey)
///     // when a push arrives
///     let content = try HonkioPush.open(data: message.data, accessGroup: "group.com.example.app")
///
/// The access group is what the app and whatever shows its notifications have in common.
public enum HonkioPush {
    /// The name under which a push carries its envelope.
    public static let dataKey = "hk"
}

#if os(Linux)
extension HonkioPush {
    /// The device's public key, made the first time and then the same until it is rotated.
    ///
    /// Throws `keyStorage` when the stored keys can't be used now; then no key is made.
    public static func encryptionPublicKey(accessGroup: String) throws(HonkioPushError) -> EncryptionPublicKey {
        try keychain(accessGroup).encryptionPublicKey()
    }

    /// Makes a new key, which the app then registers; pushes to the key before it still open.
    ///
    /// Throws `keyStorage` when the stored keys can't be used now; then the current key stays.
    public static func rotateEncryptionKey(accessGroup: String) throws(HonkioPushError) -> EncryptionPublicKey {
        try keychain(accessGroup).rotateEncryptionKey()
    }

    /// Opens what Apple delivered: the JSON of the notification, with the envelope as the object `hk`.
    public static func open(notification json: [UInt8], accessGroup: String) throws(HonkioPushError) -> PushContent {
        try keychain(accessGroup).open(notification: json)
    }

    /// Opens what Google delivered: the data of the message, with the envelope as JSON text under `hk`.
    public static func open(data: [String: String], accessGroup: String) throws(HonkioPushError) -> PushContent {
        try keychain(accessGroup).open(data: data)
    }

    private static func keychain(_ accessGroup: String) throws(HonkioPushError) -> PushKeychain {
        do {
            return PushKeychain(
                store: try FileKeyStore(
                    accessGroup: accessGroup, environment: ProcessInfo.processInfo.environment))
        } catch {
            throw HonkioPushError(.keyStorage, isTemporary: true)
        }
    }
}
#endif
