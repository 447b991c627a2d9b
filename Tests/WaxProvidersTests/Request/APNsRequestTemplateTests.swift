// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxProviders
import WaxSystem

@Suite struct APNsRequestTemplateTests {
    private let due = Timestamp(milliseconds: 1_800_000_000_500)
    private let messageID = ULID(bytes: Array(repeating: 0xFF, count: 16))

    private func headers(_ options: DeliveryOptions) throws -> (request: HTTP2Request, [String]) {
        let template = APNsRequestTemplate(
            topic: "com.example.app", authorization: "bearer x.y.z", options: options, due: due)
        let request = template.request(
            id: 7, token: "00ff", deliveryID: "pdlv_01ARZ3NDEKTSV4RRFFQ69G5FAV", messageID: try #require(messageID),
            body: [1, 2])
        return (
            request, (0..<request.headers.count).map { "\(request.headers[$0].name): \(request.headers[$0].value)" }
        )
    }

    @Test func everyHeader() throws {
        let (request, headers) = try headers(DeliveryOptions(ttlSeconds: 60))
        #expect(request.id == 7)
        #expect(request.method == "POST")
        #expect(request.path == "/3/device/00ff")
        #expect(request.body == [1, 2])
        #expect(
            headers == [
                "authorization: bearer x.y.z", "apns-topic: com.example.app", "apns-push-type: alert",
                "apns-priority: 10", "apns-expiration: 1800000060", "apns-id: ffffffff-ffff-7fff-bfff-ffffffffffff",
                "apns-collapse-id: pdlv_01ARZ3NDEKTSV4RRFFQ69G5FAV",
            ])
    }

    @Test func options() throws {
        let (request, _) = try headers(DeliveryOptions(priority: .normal, ttlSeconds: 0, collapseKey: "score"))
        #expect(request.headers["apns-priority"] == "5")
        #expect(request.headers["apns-expiration"] == "0")
        #expect(request.headers["apns-collapse-id"] == "score")
    }

    @Test func apnsIDIsAUUIDOfVersion7WithTheTime() throws {
        let id = ULID(time: due, random: SystemRandom())
        let template = APNsRequestTemplate(
            topic: "com.example.app", authorization: "bearer x.y.z", options: DeliveryOptions(), due: due)
        func apnsID() throws -> String {
            try #require(
                template.request(id: 7, token: "00ff", deliveryID: "x", messageID: id, body: []).headers["apns-id"])
        }
        let text = try apnsID()
        #expect(text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        #expect(Int64(text.prefix(13).replacing("-", with: ""), radix: 16) == due.milliseconds)
        #expect(try apnsID() == text)
    }

    @Test func connectionsToAppleStartWithOneStream() {
        let apple = HTTP2ClientConfiguration.connection(to: .apns)
        #expect(apple.initialStreamLimit == 1)
        #expect([200, 400, 410, 413].allSatisfy(apple.acceptsAnswer))
        #expect(![403, 429, 500, 503].contains(where: apple.acceptsAnswer))
        let google = HTTP2ClientConfiguration.connection(to: .fcm)
        #expect(google.initialStreamLimit > 1)
        #expect(google.responseTimeout >= .seconds(10))
    }
}
