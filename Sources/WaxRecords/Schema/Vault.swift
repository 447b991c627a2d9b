// SPDX-License-Identifier: Apache-2.0
package import WaxStore

/// The keys under which records protect and find what a stolen database must not show.
package final class Vault: Sendable {
    package let cipher: RestCipher
    package let deviceTokens: LookupKey
    package let apiKeys: LookupKey
    package let integrationKeys: LookupKey
    package let accountTokens: LookupKey
    package let oauthClients: LookupKey
    package let oauthTokens: LookupKey
    package let idempotency: LookupKey
    package let collapseIDs: LookupKey
    package let deviceKeys: PublicKeyTag

    package init(masterKey: MasterKey, cipher: RestCipher) {
        self.cipher = cipher
        deviceTokens = LookupKey(masterKey, purpose: "device-token")
        apiKeys = LookupKey(masterKey, purpose: "api-key")
        integrationKeys = LookupKey(masterKey, purpose: "integration-key")
        accountTokens = LookupKey(masterKey, purpose: "account-token")
        oauthClients = LookupKey(masterKey, purpose: "oauth-client")
        oauthTokens = LookupKey(masterKey, purpose: "oauth-token")
        idempotency = LookupKey(masterKey, purpose: "idempotency")
        collapseIDs = LookupKey(masterKey, purpose: "collapse-id")
        deviceKeys = PublicKeyTag(masterKey)
    }
}
