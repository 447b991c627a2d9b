// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxHTTP

@testable import WaxProviders

@Suite struct WebPushRequestTemplateTests {
    private func headers(_ options: DeliveryOptions) -> [String] {
        let request = WebPushRequestTemplate(authorization: "vapid t=x, k=y", options: options)
            .request(id: 7, path: "/send/a?b", body: [1, 2])
        #expect(request.id == 7 && request.method == "POST" && request.path == "/send/a?b" && request.body == [1, 2])
        return (0..<request.headers.count).map { "\(request.headers[$0].name): \(request.headers[$0].value)" }
    }

    @Test func everyHeader() {
        #expect(
            headers(DeliveryOptions(priority: .normal, ttlSeconds: 60, collapseKey: "score")) == [
                "authorization: vapid t=x, k=y", "ttl: 60", "urgency: normal",
                "topic: " + WebPushRequestTemplate.topic(for: "score"), "content-encoding: aes128gcm",
                "content-type: application/octet-stream",
            ])
    }

    @Test func withoutACollapseKeyThereIsNoTopic() {
        let headers = headers(DeliveryOptions(ttlSeconds: 0))
        #expect(headers.contains("ttl: 0") && headers.contains("urgency: high"))
        #expect(!headers.contains { $0.hasPrefix("topic") })
    }

    @Test(arguments: ["ab", "abc", "game", "match-42_x", String(repeating: "Z", count: 32)])
    func aKeyThatMayBeATopicIsOne(key: String) {
        #expect(WebPushRequestTemplate.topic(for: key) == key)
    }

    @Test(arguments: [
        "a", "score", "12345", String(repeating: "Z", count: 33), "game over", "a.b", "a+b/", "x=",
        String(repeating: "~", count: 64),
    ])
    func anyOtherKeyIsHashed(key: String) {
        let topic = WebPushRequestTemplate.topic(for: key)
        #expect(topic != key && topic.utf8.count == 32 && Base64URL.decode(topic)?.count == 24)
        #expect(
            topic == WebPushRequestTemplate.topic(for: key) && topic != WebPushRequestTemplate.topic(for: key + "!"))
    }
}
