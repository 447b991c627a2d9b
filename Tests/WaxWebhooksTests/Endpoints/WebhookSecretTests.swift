// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
import WaxSystem
import WaxWebhooks

@Suite struct WebhookSecretTests {
    @Test func aNewSecretHasTheFormThatReceiversExpect() throws {
        let secret = WebhookSecret(random: SystemRandom())
        let decoded = try #require(Data(base64Encoded: String(secret.text.dropFirst(6))))
        #expect(secret.text.hasPrefix("whsec_"))
        #expect((24...64).contains(decoded.count))
        #expect(WebhookSecret(secret.text) == secret)
        #expect(WebhookSecret(random: SystemRandom()) != secret)
    }

    @Test func onlyThatFormIsRead() {
        func text(_ count: Int) -> String { "whsec_" + Data(repeating: 1, count: count).base64EncodedString() }
        for count in [24, 32, 64] { #expect(WebhookSecret(text(count)) != nil) }
        for wrong in [text(23), text(65), text(32) + "=", String(text(32).dropFirst(6)), "whsec_", "", "WHSEC_AAAA"] {
            #expect(WebhookSecret(wrong) == nil)
        }
    }

    @Test func nothingPrintsIt() {
        let secret = WebhookSecret(random: SystemRandom())
        let hidden = String(secret.text.dropFirst(6))
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] {
            let isHidden = !text.contains(hidden)
            #expect(isHidden)
        }
    }
}
