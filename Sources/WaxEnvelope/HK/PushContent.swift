// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// What a push says: the content of an `hk` envelope.
///
/// Source: docs/envelope.md, "The content of a push".
public struct PushContent: Equatable, Sendable {
    /// The title, when one was sent.
    public let title: String?
    /// The text, when one was sent.
    public let body: String?
    /// The number on the app's icon, 0 to 2 147 483 647.
    public let badge: Int?
    /// The name of a sound.
    public let sound: String?
    /// What groups pushes in the notification centre; on Android the notification's tag.
    public let threadID: String?
    /// The sender's own object, with number text and the order of members as they were sent.
    package let data: JSONObject?

    /// Takes the parts of a push as its sender gave them.
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

    /// The sender's own object as compact JSON text.
    public var dataJSON: String? {
        data.map { String(decoding: JSONValue.object($0).compact, as: UTF8.self) }
    }
}
