// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// The push of the demonstration: the example of the envelope's document.
package struct DemoContent {
    package let userID = "user_1042"
    package let title = "Your code"
    package let body = "123456"
    package let data: JSONObject = ["order": "42"]
    package let badge = 1
    package let sound = "default"

    package init() {}

    /// The body of the request that sends it.
    package func request(appID: String) -> JSONValue {
        [
            "app_id": .string(appID), "user_id": .string(userID), "title": .string(title), "body": .string(body),
            "data": .object(data), "badge": .number(JSONNumber(badge)), "sound": .string(sound),
        ]
    }

    package var dataJSON: String { String(decoding: JSONValue.object(data).compact, as: UTF8.self) }

    /// What nobody on the way may read.
    package var texts: [String] { [title, body] + data.map(\.key) + data.compactMap(\.value.stringValue) }
}
