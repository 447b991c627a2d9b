// SPDX-License-Identifier: Apache-2.0
import HonkioPush
package import WaxJSON

/// What a simulated phone has shown for one push.
public struct ShownNotification: Sendable {
    /// The title as the person reads it.
    public let title: String
    /// The line below the title, which personal notifications may have.
    public let subtitle: String?
    /// The text as the person reads it.
    public let body: String
    /// The number on the app's icon that came with it.
    public let badge: Int?
    /// The name of the sound that came with it.
    public let sound: String?
    /// What groups it on iOS, and what names it on Android.
    public let threadID: String?
    /// Whether it came in an envelope.
    public let wasEncrypted: Bool
    /// Whether that envelope opened; if not, title and body are those of the placeholder.
    public let openedEnvelope: Bool
    /// Why the envelope did not open, by the names of `HonkioPushError.Reason`.
    public let failure: String?
    /// What a later notification replaces it by: the collapse id on iOS, the tag on Android.
    public let replacementID: String?
    /// What the provider called the push.
    public let messageID: String
    /// Whether its text came sealed with a key of the person's own, and opened.
    public let openedNotification: Bool
    /// What a personal notification says besides its text.
    package let notification: JSONObject?
    /// What the app is given besides.
    package let data: JSONObject?

    /// What a personal notification says besides its text, as compact JSON text of an object; nil of any other push.
    public var notificationJSON: String? {
        notification.map { String(decoding: JSONValue.object($0).compact, as: UTF8.self) }
    }

    /// What the app is given besides, as compact JSON text of an object.
    public var dataJSON: String? { data.map { String(decoding: JSONValue.object($0).compact, as: UTF8.self) } }
}
