// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON
import WaxProviders

/// The push of the published test vector, and what Apple and Google get of it.
enum SeedVector {
    static let content = PushContent(
        title: "Your code", body: "123456", data: ["order": "42"], badge: 1, sound: "default")

    static let envelope =
        #"{"v":2,"kid":"cHRL-UfvREIeEx3Q","#
        + #""enc":"BPDblkoWAGabKxtOrs52tL2JaFkPPoqNVP8104Q3C7SwOj8mbh1bw7iLBpr7tWEPglEt4X_DX9Y8BVJnrHo1-wg","#
        + #""ct":"SK86q5n7JJTP_HjhHm_7WGk0g2mgJSjE4UyRTnjlQqObn8ntlLw8IJgQ5UasGWOTNuWwmlhl6o-wbXOB9lse8pkvaOlV7SNKs4"#
        + #"p54P5nVzLtMoJsp8t8gD1t_m0Y3jSxhoCsRMV-pg"}"#

    static let apnsPayload =
        #"{"aps":{"alert":{"title":"New notification","body":""},"mutable-content":1,"badge":1,"sound":"default"},"#
        + #""hk":\#(envelope)}"#
}
