// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension AcknowledgeRequest {
    /// As it is shown and stored: with the defaults that were taken.
    var json: JSONObject {
        [
            "repeat_seconds": .number(JSONNumber(repeatSeconds)), "expire_seconds": .number(JSONNumber(expireSeconds)),
            "action_title": .string(actionTitle),
        ]
    }

    /// Reads the stored form; nil for what was never stored.
    init?(json object: JSONObject) {
        guard let seconds = object["repeat_seconds"]?.int64Value, let end = object["expire_seconds"]?.int64Value,
            let title = object["action_title"]?.stringValue
        else { return nil }
        repeatSeconds = Int(seconds)
        expireSeconds = Int(end)
        actionTitle = title
    }
}
