// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto

/// The secret that signs the callbacks of a key's notifications.
package enum CallbackSecret {
    /// The secret of an `hlk_` key, as Standard Webhooks writes it. Throws `usage` for any other key.
    package static func text(of apiKey: String) throws(ClientError) -> String {
        guard apiKey.hasPrefix("hlk_") else {
            throw .usage("only an integration key (hlk_) has callbacks, and so a secret for them")
        }
        let digest = SHA256.hash(data: Array(apiKey.utf8))
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("pushward/callback/v1".utf8), using: SymmetricKey(data: Array(digest)))
        return "whsec_" + Data(code).base64EncodedString()
    }
}
