// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxJSON
import WaxProviders

/// Keys and credentials made for one run; an RSA key takes its time, so all share one.
enum TestKeys {
    static let rsa = Result { try RSASigningKey(bits: 2048) }
    static let otherRSA = Result { try RSASigningKey(bits: 2048) }

    static func apns(
        teamID: String = "TEAM123456", keyID: String = "KEY1234567", key: P256.Signing.PrivateKey = .init(),
        sandboxKey: APNsSigningKey? = nil
    ) -> APNsCredential {
        APNsCredential(
            teamID: teamID, bundleID: "com.example.app", key: APNsSigningKey(keyID: keyID, privateKey: key),
            sandboxKey: sandboxKey)
    }

    static func vapid(
        subject: String = "mailto:push@example.com", key: P256.Signing.PrivateKey = .init()
    ) -> VAPIDCredential {
        VAPIDCredential(subject: subject, privateKey: key)
    }

    static func fcm(key: Result<RSASigningKey, any Error> = rsa, keyID: String = "abc123") throws -> FCMCredential {
        FCMCredential(
            projectID: "demo-project", clientEmail: "push@demo-project.iam.gserviceaccount.com", privateKeyID: keyID,
            privateKey: try key.get(), tokenURI: "https://oauth2.googleapis.com/token")
    }
}
