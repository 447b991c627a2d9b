// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

package struct PushContent: Sendable {
    package var title: String?
    package var body: String?
    package var data: JSONObject?
    package var badge: Int?
    package var sound: String?
    package var threadID: String?

    package init(
        title: String? = nil, body: String? = nil, data: JSONObject? = nil, badge: Int? = nil, sound: String? = nil,
        threadID: String? = nil
    ) {
        self.title = title
        self.body = body
        self.data = data
        self.badge = badge
        self.sound = sound
        self.threadID = threadID
    }

    package var plaintext: [UInt8] {
        var members = JSONObject()
        if let title { members.append("title", .string(title)) }
        if let body { members.append("body", .string(body)) }
        if let data { members.append("data", .object(data)) }
        if let badge { members.append("badge", .number(JSONNumber(badge))) }
        if let sound { members.append("sound", .string(sound)) }
        if let threadID { members.append("thread_id", .string(threadID)) }
        return JSONValue.object(members).compact
    }
}
