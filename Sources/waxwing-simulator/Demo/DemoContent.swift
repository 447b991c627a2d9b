// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// The push of the demonstration: the example of the envelope's document.
struct DemoContent {
    let userID = "user_1042"
    let title = "Your code"
    let body = "123456"
    let data: JSONObject = ["order": "42"]
    let badge = 1
    let sound = "default"

    /// The body of the request that sends it.
    func request(appID: String) -> JSONValue {
        [
            "app_id": .string(appID), "user_id": .string(userID), "title": .string(title), "body": .string(body),
            "data": .object(data), "badge": .number(JSONNumber(badge)), "sound": .string(sound),
        ]
    }

    var dataJSON: String { String(decoding: JSONValue.object(data).compact, as: UTF8.self) }

    /// What nobody on the way may read.
    var texts: [String] { [title, body] + data.map(\.key) + data.compactMap(\.value.stringValue) }
}
