// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto
package import WaxWebhooks

/// With what callbacks are signed: who has the key that sent the notification can derive it, and the server needs nothing
/// but the hash of the key.
package enum CallbackSecret {
    private static let label = "pushward/callback/v1"

    /// The secret of a key, from the SHA-256 of the key's text.
    package static func make(keyDigest: [UInt8]) -> WebhookSecret? {
        let code = HMAC<SHA256>.authenticationCode(for: Array(label.utf8), using: SymmetricKey(data: keyDigest))
        return WebhookSecret("whsec_" + code.withUnsafeBytes { Data($0) }.base64EncodedString())
    }
}
