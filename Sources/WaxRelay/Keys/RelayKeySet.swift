// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

/// The keys that a relay works with at present; another set follows when they change.
package final class RelayKeySet: Sendable {
    let plan: RelayKeyPlan
    private let privateKeys: [RelayKeyID: P256.KeyAgreement.PrivateKey]
    /// What `GET /v1/sealed/keys` answers; nil while nobody has signed the list.
    let signedList: [UInt8]?
    /// What is in it; nil as well when it cannot be read.
    let list: RelayKeyList?
    /// The public keys as PEM text.
    private let texts: [RelayKeyID: String]

    init(
        plan: RelayKeyPlan, privateKeys: [RelayKeyID: P256.KeyAgreement.PrivateKey], signedList: [UInt8]?
    ) {
        self.plan = plan
        self.privateKeys = privateKeys
        self.signedList = signedList
        list = signedList.flatMap { try? RelayKeyList(unverified: $0) }
        texts = plan.entries.reduce(into: [:]) { $0[$1.key.keyID] = $1.key.pemRepresentation }
    }

    func privateKey(_ keyID: RelayKeyID) -> P256.KeyAgreement.PrivateKey? { privateKeys[keyID] }

    /// The active public key as PEM text.
    func activePEM(hour: UInt32) -> String? {
        plan.active(hour: hour).flatMap { texts[$0.key.keyID] }
    }
}
