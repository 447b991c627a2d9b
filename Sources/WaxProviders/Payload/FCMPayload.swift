// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxJSON

/// The bodies that FCM HTTP v1 is sent (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages).
package enum FCMPayload {
    /// The member of `data` that holds the envelope.
    package static let envelopeKey = "hk"

    /// A notification that Android shows by itself; members of the user's data that are no strings become JSON text.
    package static func plain(_ content: PushContent, options: DeliveryOptions) -> PlainTemplate {
        let data = (content.data ?? JSONObject()).map { (key: $0.key, text: text(of: $0.value)) }
        var writer = JSONWriter()
        let split = beginMessage(&writer)
        writer.key("notification")
        writer.beginObject()
        writer.member("title", content.title)
        writer.member("body", content.body)
        writer.endObject()
        if !data.isEmpty {
            writer.key("data")
            writer.beginObject()
            for (key, text) in data { writer.member(key, text) }
            writer.endObject()
        }
        endMessage(&writer, options: options, notification: content)
        return PlainTemplate(
            platform: .android, sizeBytes: plainSize(content, data: data),
            pieces: [Array(writer.bytes[..<split]), Array(writer.bytes[split...])])
    }

    /// A message of data alone, so that the app's own code always runs, with room for the envelope as the text `data.hk`.
    package static func sealed(options: DeliveryOptions) -> SealedTemplate {
        var writer = JSONWriter()
        let token = beginMessage(&writer)
        writer.key("data")
        writer.beginObject()
        writer.key(envelopeKey)
        writer.string("")
        let envelope = writer.bytes.count - 1
        writer.endObject()
        endMessage(&writer, options: options, notification: nil)
        return SealedTemplate(
            platform: .android, overheadBytes: envelopeKey.utf8.count,
            pieces: [
                Array(writer.bytes[..<token]), Array(writer.bytes[token..<envelope]), Array(writer.bytes[envelope...]),
            ])
    }

    /// A message of readable data alone, so that the app's own code always runs.
    static func message(data: [(key: String, text: String)], options: DeliveryOptions) -> PlainTemplate {
        var writer = JSONWriter()
        let split = beginMessage(&writer)
        writer.key("data")
        writer.beginObject()
        for (key, text) in data { writer.member(key, text) }
        writer.endObject()
        endMessage(&writer, options: options, notification: nil)
        return PlainTemplate(
            platform: .android, sizeBytes: data.reduce(0) { $0 + $1.key.utf8.count + $1.text.utf8.count },
            pieces: [Array(writer.bytes[..<split]), Array(writer.bytes[split...])])
    }

    /// Writes up to the token and gives the place where it belongs.
    private static func beginMessage(_ writer: inout JSONWriter) -> Int {
        writer.beginObject()
        writer.key("message")
        writer.beginObject()
        writer.key("token")
        writer.string("")
        return writer.bytes.count - 1
    }

    private static func endMessage(
        _ writer: inout JSONWriter, options: DeliveryOptions, notification content: PushContent?
    ) {
        writer.key("android")
        writer.beginObject()
        // Messages of data alone are of normal priority unless this says otherwise.
        writer.member("priority", options.priority == .high ? "HIGH" : "NORMAL")
        writer.member("ttl", "\(options.ttlSeconds)s")
        writer.member("collapse_key", options.collapseKey)
        if let content, content.sound != nil || content.threadID != nil || content.badge != nil {
            writer.key("notification")
            writer.beginObject()
            writer.member("tag", content.threadID)
            writer.member("sound", content.sound)
            if let badge = content.badge {
                writer.key("notification_count")
                writer.number(badge)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        writer.endObject()
    }

    private static func text(of value: JSONValue) -> String {
        value.stringValue ?? String(decoding: value.compact, as: UTF8.self)
    }

    /// What counts towards the limit.
    ///
    /// Google documents names and values of `data`, and one limit for both kinds of message without saying how it
    /// counts a notification: here names and values of that count too, so that what is accepted is not refused later.
    private static func plainSize(_ content: PushContent, data: [(key: String, text: String)]) -> Int {
        let notification: [(String, String?)] = [
            ("title", content.title), ("body", content.body), ("tag", content.threadID), ("sound", content.sound),
            ("notification_count", content.badge.map { String($0) }),
        ]
        var size = 0
        for (name, value) in notification {
            if let value { size += name.utf8.count + value.utf8.count }
        }
        for (key, text) in data { size += key.utf8.count + text.utf8.count }
        return size
    }
}
