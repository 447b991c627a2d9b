// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

/// The keys that a relay works with at present; another set follows when they change.
package final class RelayKeySet: Sendable {
    /// Tells one set from the next.
    let generation: Int
    let plan: RelayKeyPlan
    private let privateKeys: [RelayKeyID: P256.KeyAgreement.PrivateKey]
    /// What `GET /v1/sealed/keys` answers; nil while nobody has signed the list.
    let signedList: [UInt8]?

    init(
        generation: Int, plan: RelayKeyPlan, privateKeys: [RelayKeyID: P256.KeyAgreement.PrivateKey],
        signedList: [UInt8]?
    ) {
        self.generation = generation
        self.plan = plan
        self.privateKeys = privateKeys
        self.signedList = signedList
    }

    func privateKey(_ keyID: RelayKeyID) -> P256.KeyAgreement.PrivateKey? { privateKeys[keyID] }

    /// The active public key as PEM text.
    func activePEM(hour: UInt32) -> String? {
        guard let point = plan.active(hour: hour)?.key.x963Representation else { return nil }
        return (try? P256.KeyAgreement.PublicKey(x963Representation: point))?.pemRepresentation
    }
}
