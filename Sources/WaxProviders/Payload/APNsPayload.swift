// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxJSON

/// The bodies that APNs is sent (generating-a-remote-notification), compact and in a fixed order of members.
package enum APNsPayload {
    /// The push as it reads, with the user's data under the one member `data`, never merged beside `aps`.
    package static func plain(_ content: PushContent) -> PlainTemplate {
        var writer = JSONWriter()
        writer.beginObject()
        writeAps(title: content.title, body: content.body, isSealed: false, content, to: &writer)
        if let data = content.data {
            writer.key("data")
            writer.value(.object(data))
        }
        writer.endObject()
        return PlainTemplate(platform: .ios, sizeBytes: writer.bytes.count, pieces: [writer.bytes])
    }

    /// The placeholder, which makes iOS start the app's extension, and room for the envelope as `hk` beside `aps`.
    ///
    /// Badge, sound and thread id stay readable: iOS applies them before the extension runs.
    package static func sealed(_ content: PushContent, placeholder: Placeholder) -> SealedTemplate {
        var writer = JSONWriter()
        writer.beginObject()
        writeAps(title: placeholder.title, body: placeholder.body, isSealed: true, content, to: &writer)
        writer.key("hk")
        let split = writer.bytes.count
        writer.raw([])
        writer.endObject()
        return SealedTemplate(
            platform: .ios, overheadBytes: writer.bytes.count,
            pieces: [Array(writer.bytes[..<split]), Array(writer.bytes[split...])])
    }

    private static func writeAps(
        title: String?, body: String?, isSealed: Bool, _ content: PushContent, to writer: inout JSONWriter
    ) {
        writer.key("aps")
        writer.beginObject()
        writer.key("alert")
        writer.beginObject()
        writer.member("title", title)
        writer.member("body", body)
        writer.endObject()
        if isSealed {
            writer.key("mutable-content")
            writer.number(1)
        }
        if let badge = content.badge {
            writer.key("badge")
            writer.number(badge)
        }
        writer.member("sound", content.sound)
        writer.member("thread-id", content.threadID)
        writer.endObject()
    }
}
