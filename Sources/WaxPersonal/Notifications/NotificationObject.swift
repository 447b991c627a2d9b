// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxObjects
package import WaxProviders
package import WaxSystem

/// A notification as the API shows it; of a sealed text the placeholder and the envelope.
package enum NotificationObject {
    /// What lists and answers have in common.
    package static func json(
        id: Int64, _ content: NotificationContent, isPushed: Bool, createdAt: Timestamp
    ) -> JSONObject {
        var object: JSONObject = ["id": .number(JSONNumber(id))]
        for (name, value) in texts(of: content) { object[name] = value }
        object["media_url"] = content.media.map { .string($0.url) }
        object["media_type"] = content.media.map { .string($0.kind.rawValue) }
        for (name, value) in rest(of: content) { object[name] = value }
        object["pushed"] = .bool(isPushed)
        object["created_at"] = JSONValue(createdAt)
        return object
    }

    /// Title to source display name, without what is not there.
    package static func texts(of content: NotificationContent) -> JSONObject {
        var object: JSONObject = ["title": .string(content.title)]
        object["subtitle"] = content.subtitle.map(JSONValue.string)
        object["body"] = .string(content.body)
        object["url"] = content.url.map(JSONValue.string)
        object["encrypted"] = content.envelope.map(JSONValue.string)
        object["level"] = .string(content.level.rawValue)
        object["thread_id"] = content.threadID.map(JSONValue.string)
        object["source"] = content.source.map(JSONValue.string)
        object["source_display_name"] = content.sourceDisplayName.map(JSONValue.string)
        return object
    }

    /// Icon, metadata and actions.
    package static func rest(of content: NotificationContent) -> JSONObject {
        var object = JSONObject()
        object["icon_url"] = content.iconURL.map(JSONValue.string)
        object["metadata"] = content.metadata.map(JSONValue.object)
        if !content.actions.isEmpty { object["actions"] = .array(content.actions.map(JSONValue.object)) }
        return object
    }
}
