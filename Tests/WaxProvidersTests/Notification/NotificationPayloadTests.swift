// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON
import WaxProviders

/// Which field travels where.
@Suite struct NotificationPayloadTests {
    private static let full = NotificationContent(
        text: .plain(title: "T", subtitle: "S", body: "B", url: "https://a.example"), level: .critical,
        volume: JSONNumber(0.25 as Double), threadID: "th", source: "src", sourceDisplayName: "Src",
        media: NotificationContent.Media(url: "https://a.example/a.png", kind: .image), iconURL: "https://a.example/i",
        metadata: ["z": "1", "a": "2"], actions: [["id": "x", "title": "X"]])
    private static let sealed = NotificationContent(text: .sealed("pw1.ENVELOPE"), level: .passive)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static let readable =
        #""url":"https://a.example","actions":[{"id":"x","title":"X"}],"media":{"url":"https://a.example/a.png","type":"image"},"icon_url":"https://a.example/i","metadata":{"z":"1","a":"2"},"level":"critical""#
    private static let sources = #""source":"src","source_display_name":"Src""#
    private static let placeholders =
        #""title":"Encrypted notification","body":"End-to-end encrypted. Open PushWard on a device with your encryption key to read it.""#

    @Test func apns() {
        #expect(
            Self.text(NotificationPayload(id: 7, content: Self.full).apns.body(token: ""))
                == #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"mutable-content":1,"interruption-level":"critical","sound":{"critical":1,"name":"default","volume":0.25},"thread-id":"th"},"pw":{"id":7,"#
                + Self.readable + "," + Self.sources + "}}")
        #expect(
            Self.text(NotificationPayload(id: 7, content: Self.sealed).apns.body(token: ""))
                == #"{"aps":{"alert":{"# + Self.placeholders
                + #"},"mutable-content":1,"interruption-level":"passive"},"pw":{"id":7,"encrypted":"pw1.ENVELOPE","level":"passive"}}"#
        )
    }

    @Test func fcm() throws {
        let payload = NotificationPayload(id: 7, content: Self.full, collapseKey: "c")
        let template = payload.fcm(options: DeliveryOptions(ttlSeconds: 60, collapseKey: "c"))
        let message = try #require(try JSONReader.parse(template.body(token: "tok"))["message"])
        let pw =
            #"{"id":7,"title":"T","subtitle":"S","body":"B","# + Self.readable
            + #","volume":0.25,"thread_id":"th","collapse_id":"c","#
            + Self.sources + "}"
        #expect(message["token"] == "tok")
        #expect(message["data"] == ["pw": .string(pw)])
        #expect(message["notification"] == nil)
        #expect(message["android"] == ["priority": "HIGH", "ttl": "60s", "collapse_key": "c"])
        #expect(template.sizeBytes == 2 + pw.utf8.count)
    }

    @Test func web() {
        let text = Self.text(NotificationPayload(id: 7, content: Self.sealed).web.body(token: ""))
        #expect(
            text == #"{"pw":{"id":7,"# + Self.placeholders + #","encrypted":"pw1.ENVELOPE","level":"passive"}}"#)
    }

    /// What is inside an outer seal, and that nothing of it is outside.
    @Test func sealedToADevice() {
        #expect(
            Self.text(NotificationPayload(id: 7, content: Self.full, collapseKey: "c").plaintext)
                == #"{"title":"T","body":"B","data":{"pw":{"id":7,"subtitle":"S","# + Self.readable
                + #","volume":0.25,"collapse_id":"c","# + Self.sources + #"}},"thread_id":"th"}"#)
        #expect(
            Self.text(NotificationPayload(id: 7, content: Self.sealed).plaintext)
                == #"{"data":{"pw":{"id":7,"encrypted":"pw1.ENVELOPE","level":"passive"}}}"#)
    }

    @Test(
        arguments: [
            (.passive, nil), (.active, "default"), (.timeSensitive, "default"),
            (.critical, ["critical": 1, "name": "default", "volume": 1]),
        ] as [(NotificationLevel, JSONValue?)])
    func sounds(_ level: NotificationLevel, _ sound: JSONValue?) throws {
        let content = NotificationContent(text: .plain(title: "T", subtitle: nil, body: "B", url: nil), level: level)
        let payload = try JSONReader.parse(NotificationPayload(id: 1, content: content).apns.body(token: ""))
        #expect(payload["aps"]?["sound"] == sound)
        #expect(payload["aps"]?["interruption-level"] == .string(level.rawValue))
        #expect(level.priority == (level == .passive ? .normal : .high))
    }

    @Test func whatIsStoredReadsBack() throws {
        for content in [Self.full, Self.sealed] {
            let stored = try #require(try JSONReader.parse(JSONValue.object(content.json).compact).objectValue)
            #expect(NotificationContent(json: stored) == content)
        }
        #expect(NotificationContent(json: [:]) == nil)
        #expect(NotificationContent(json: ["title": "a", "body": "b", "level": "loud"]) == nil)
    }
}
