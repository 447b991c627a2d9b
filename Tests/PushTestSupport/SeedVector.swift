// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxJSON

/// The published test vector of the `hk` envelope.
package enum SeedVector {
    package static let publicKey =
        "BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv06hugrUUHAOoXyzC6xpLBnjBfu8DS3Phd3ascQSTTrYPc"
    package static let privateKey = "_nrSUmsffUCgaGb5gmqkRLXCc_-ls5Dh6sm2Bu6OA3M"
    package static let keyID = "cHRL-UfvREIeEx3Q"
    package static let plaintext =
        #"{"title":"Your code","body":"123456","data":{"order":"42"},"badge":1,"sound":"default"}"#

    /// The content of the push.
    package static let content = PushContent(
        title: "Your code", body: "123456", data: ["order": "42"], badge: 1, sound: "default")

    /// What Apple gets, up to the envelope.
    package static let apnsStart =
        #"{"aps":{"alert":{"title":"New notification","body":""},"mutable-content":1,"badge":1,"sound":"default"},"hk":"#
}
