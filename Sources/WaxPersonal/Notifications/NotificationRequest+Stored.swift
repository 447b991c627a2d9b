// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxProviders

extension NotificationRequest {
    /// All that a later sending needs.
    var stored: JSONObject {
        var object: JSONObject = [
            "content": .object(content.json), "push": .bool(isPushed),
            "tags": .array(tags.map(JSONValue.string)),
        ]
        object["collapse_id"] = collapseID.map(JSONValue.string)
        object["acknowledge"] = acknowledge.map { .object($0.json) }
        object["callback_url"] = callbackURL.map { .string($0.text) }
        return object
    }

    /// Reads the stored form; nil for what was never stored.
    init?(stored object: JSONObject) {
        guard let content = object["content"]?.objectValue.flatMap(NotificationContent.init(json:)),
            let isPushed = object["push"]?.boolValue
        else { return nil }
        self.content = content
        self.isPushed = isPushed
        collapseID = object["collapse_id"]?.stringValue
        acknowledge = object["acknowledge"]?.objectValue.flatMap(AcknowledgeRequest.init(json:))
        tags = (object["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
        // It was judged when it was taken, and its address is when it is called.
        callbackURL = (object["callback_url"]?.stringValue).flatMap { CallbackURL($0, .any) }
    }
}
