// SPDX-License-Identifier: Apache-2.0
package import WaxStore

/// The keys under which records protect and find what a stolen database must not show.
package struct Vault: Sendable {
    package let cipher: RestCipher
    package let deviceTokens: LookupKey
    package let apiKeys: LookupKey
    package let idempotency: LookupKey
    package let deviceKeys: PublicKeyTag

    package init(masterKey: MasterKey, cipher: RestCipher) {
        self.cipher = cipher
        deviceTokens = LookupKey(masterKey, purpose: "device-token")
        apiKeys = LookupKey(masterKey, purpose: "api-key")
        idempotency = LookupKey(masterKey, purpose: "idempotency")
        deviceKeys = PublicKeyTag(masterKey)
    }
}
