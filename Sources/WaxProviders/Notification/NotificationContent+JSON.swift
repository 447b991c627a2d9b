// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

extension NotificationContent {
    /// The stored form, by the names that a request has, with the order of members and number text as they were sent.
    package var json: JSONObject {
        var object = JSONObject()
        switch text {
        case .plain(let title, let subtitle, let body, let url):
            object["title"] = .string(title)
            object["subtitle"] = subtitle.map(JSONValue.string)
            object["body"] = .string(body)
            object["url"] = url.map(JSONValue.string)
        case .sealed(let envelope): object["encrypted"] = .string(envelope)
        }
        object["level"] = .string(level.rawValue)
        object["volume"] = volume.map(JSONValue.number)
        object["thread_id"] = threadID.map(JSONValue.string)
        object["source"] = source.map(JSONValue.string)
        object["source_display_name"] = sourceDisplayName.map(JSONValue.string)
        object["media"] = media.map { .object($0.json) }
        object["icon_url"] = iconURL.map(JSONValue.string)
        object["metadata"] = metadata.map(JSONValue.object)
        if !actions.isEmpty { object["actions"] = .array(actions.map(JSONValue.object)) }
        if isAcknowledged { object["acknowledged"] = true }
        return object
    }

    /// Reads the stored form; nil for what was never stored.
    package init?(json object: JSONObject) {
        if let envelope = object["encrypted"]?.stringValue {
            text = .sealed(envelope)
        } else {
            guard let title = object["title"]?.stringValue, let body = object["body"]?.stringValue else { return nil }
            text = .plain(
                title: title, subtitle: object["subtitle"]?.stringValue, body: body, url: object["url"]?.stringValue)
        }
        guard let level = (object["level"]?.stringValue).flatMap(NotificationLevel.init(rawValue:)) else { return nil }
        self.level = level
        volume = object["volume"]?.numberValue
        threadID = object["thread_id"]?.stringValue
        source = object["source"]?.stringValue
        sourceDisplayName = object["source_display_name"]?.stringValue
        media = object["media"]?.objectValue.flatMap(Media.init(json:))
        iconURL = object["icon_url"]?.stringValue
        metadata = object["metadata"]?.objectValue
        actions = (object["actions"]?.arrayValue ?? []).compactMap(\.objectValue)
        isAcknowledged = object["acknowledged"]?.boolValue ?? false
    }
}

extension NotificationContent.Media {
    var json: JSONObject { ["url": .string(url), "type": .string(kind.rawValue)] }

    init?(json: JSONObject) {
        guard let url = json["url"]?.stringValue, let kind = (json["type"]?.stringValue).flatMap(Kind.init(rawValue:))
        else { return nil }
        self.init(url: url, kind: kind)
    }
}
