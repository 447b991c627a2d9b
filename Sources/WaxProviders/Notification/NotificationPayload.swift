// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

/// What devices are sent of a personal notification, compact and in a fixed order of members (docs/en/notifications.md).
package struct NotificationPayload: Sendable {
    /// The member that holds all that is not the alert.
    package static let key = "pw"
    /// Notifications are judged with the longest identifier, so that no other one decides whether one fits.
    package static let longestID = Int64.max

    private let id: Int64
    private let content: NotificationContent
    private let collapseKey: String?

    package init(id: Int64, content: NotificationContent, collapseKey: String? = nil) {
        self.id = id
        self.content = content
        self.collapseKey = collapseKey
    }

    // MARK: Without an outer seal

    /// For APNs: the alert that the app's extension may replace, and `pw` beside `aps`.
    package var apns: PlainTemplate {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        writer.key("alert")
        writer.beginObject()
        writer.member("title", content.title)
        writer.member("subtitle", content.subtitle)
        writer.member("body", content.body)
        writer.endObject()
        writer.key("mutable-content")
        writer.number(1)
        writer.member("interruption-level", content.level.rawValue)
        writeSound(to: &writer)
        writer.member("thread-id", content.threadID)
        writer.endObject()
        writer.key(Self.key)
        writer.value(.object(members(texts: .none)))
        writer.endObject()
        return PlainTemplate(platform: .ios, sizeBytes: writer.bytes.count, pieces: [writer.bytes])
    }

    /// For FCM: `pw` as JSON text in `data`, and no notification block, so that the app's own code always runs.
    package func fcm(options: DeliveryOptions) -> PlainTemplate {
        FCMPayload.message(
            data: [(Self.key, String(decoding: JSONValue.object(members(texts: .all)).compact, as: UTF8.self))],
            options: options)
    }

    /// For a browser's service worker: an object with `pw` alone.
    package var web: PlainTemplate {
        let object: JSONObject = [Self.key: .object(members(texts: .all))]
        let text = JSONValue.object(object).compact
        return PlainTemplate(platform: .web, sizeBytes: text.count, pieces: [text])
    }

    // MARK: Inside an outer seal

    /// What is sealed to a device's own key: the content of a push, which every opener of that envelope reads, with `pw`
    /// in its data.
    ///
    /// Of a text that is sealed already there is the envelope alone: the placeholder stands outside.
    package var plaintext: [UInt8] {
        PushContent(
            title: content.envelope == nil ? content.title : nil, body: content.envelope == nil ? content.body : nil,
            data: [Self.key: .object(members(texts: .besideTitleAndBody))], threadID: content.threadID
        ).plaintext
    }

    /// What stands around such an envelope for APNs: a placeholder, and nothing of the notification.
    package func apnsSealed(placeholder: Placeholder) -> SealedTemplate {
        let placeholder =
            content.envelope == nil
            ? placeholder
            : Placeholder(title: NotificationContent.sealedTitle, body: NotificationContent.sealedBody)
        return APNsPayload.sealed(PushContent(), placeholder: placeholder)
    }

    // MARK: Members

    /// Which texts stand in `pw` itself.
    private enum Texts {
        case none, besideTitleAndBody, all
    }

    private func members(texts: Texts) -> JSONObject {
        var object = JSONObject()
        object["id"] = .number(JSONNumber(id))
        if texts == .all { object["title"] = .string(content.title) }
        if texts != .none { object["subtitle"] = content.subtitle.map(JSONValue.string) }
        if texts == .all { object["body"] = .string(content.body) }
        object["encrypted"] = content.envelope.map(JSONValue.string)
        object["url"] = content.url.map(JSONValue.string)
        if !content.actions.isEmpty { object["actions"] = .array(content.actions.map(JSONValue.object)) }
        object["media"] = content.media.map { .object($0.json) }
        object["icon_url"] = content.iconURL.map(JSONValue.string)
        object["metadata"] = content.metadata.map(JSONValue.object)
        object["level"] = .string(content.level.rawValue)
        if content.isAcknowledged { object["acknowledged"] = true }
        // Where there is no `aps`, what it would have said.
        if texts != .none, content.level == .critical { object["volume"] = content.volume.map(JSONValue.number) }
        if texts == .all { object["thread_id"] = content.threadID.map(JSONValue.string) }
        // iOS replaces what it shows by the header; elsewhere the app has to know what to replace.
        if texts != .none { object["collapse_id"] = collapseKey.map(JSONValue.string) }
        object["source"] = content.source.map(JSONValue.string)
        object["source_display_name"] = content.sourceDisplayName.map(JSONValue.string)
        return object
    }

    private func writeSound(to writer: inout JSONWriter) {
        switch content.level {
        case .passive: break
        case .active, .timeSensitive: writer.member("sound", Self.sound)
        case .critical:
            writer.key("sound")
            writer.beginObject()
            writer.key("critical")
            writer.number(1)
            writer.member("name", Self.sound)
            writer.key("volume")
            writer.value(.number(content.volume ?? 1))
            writer.endObject()
        }
    }

    /// The system's own.
    private static let sound = "default"
}
