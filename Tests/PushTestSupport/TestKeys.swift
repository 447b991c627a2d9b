// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxProviders

/// Credentials made for one run; an RSA key takes its time, so all tests share one.
package enum TestKeys {
    private static let rsa = Result { try RSASigningKey(bits: 2048) }
    private static let apnsKey = P256.Signing.PrivateKey()
    private static let vapidKey = P256.Signing.PrivateKey()

    /// The key of `apns()`.
    package static var p8: String { apnsKey.pemRepresentation }

    /// An APNs credential; all have the same key.
    package static func apns(
        teamID: String = "TEAM123456", keyID: String = "KEY1234567", bundleID: String = "com.example.app"
    ) -> APNsCredential {
        APNsCredential(
            teamID: teamID, bundleID: bundleID, key: APNsSigningKey(keyID: keyID, privateKey: apnsKey))
    }

    /// A VAPID credential; all have the same key.
    package static func vapid(subject: String = "mailto:push@example.com") -> VAPIDCredential {
        VAPIDCredential(subject: subject, privateKey: vapidKey)
    }

    /// An FCM credential; all have the same key.
    package static func fcm(
        projectID: String = "demo-project", email: String = "push@demo-project.iam.gserviceaccount.com"
    ) throws -> FCMCredential {
        FCMCredential(
            projectID: projectID, clientEmail: email, privateKeyID: "abc123", privateKey: try rsa.get(),
            tokenURI: "https://oauth2.googleapis.com/token")
    }
}
