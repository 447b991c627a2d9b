// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxSystem
import WaxWebhooks

/// The codes were computed by Python's `hmac`.
@Suite struct WebhookSignatureTests {
    private let body = Array(#"{"type":"push.sent","name":"é"}"#.utf8)
    private let id = "evt_01ARZ3NDEKTSV4RRFFQ69G5FAV"
    private let now = Timestamp(milliseconds: 1_800_000_000_999)
    private let newest = WebhookSecret("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    private let older = WebhookSecret("whsec_ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7")

    @Test func bothSchemesSignTheVeryBytes() throws {
        let headers = WebhookSignature.headers(id: id, body: body, secrets: [try #require(newest)], now: now)
        #expect(
            headers
                == HTTPHeaders([
                    ("X-HonkIO-Timestamp", "1800000000"),
                    ("X-HonkIO-Signature", "25245ca7e01b1aeffc573c2c01d512594ba939d46a2f09ba3efb77b829d9eb78"),
                    ("webhook-id", id), ("webhook-timestamp", "1800000000"),
                    ("webhook-signature", "v1,MHJJfQGHYX7QqX9qBH476aDxDe4u9TyLfTbzcoBIyNI="),
                ]))
    }

    @Test func afterARotationBothSecretsSignTheStandardHeaderAndTheNewestTheOther() throws {
        let secrets = [try #require(newest), try #require(older)]
        let headers = WebhookSignature.headers(id: id, body: body, secrets: secrets, now: now)
        #expect(
            headers["X-HonkIO-Signature"] == "25245ca7e01b1aeffc573c2c01d512594ba939d46a2f09ba3efb77b829d9eb78")
        #expect(
            headers["webhook-signature"]
                == "v1,MHJJfQGHYX7QqX9qBH476aDxDe4u9TyLfTbzcoBIyNI= v1,tQfkJ5qLgfVqdpRl+C0maHWU9ij3T1/W5Hfp6gNKPgU=")
    }
}
