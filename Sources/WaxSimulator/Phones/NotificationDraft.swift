// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxEnvelope
import WaxJSON

/// A notification while a phone puts it together.
struct NotificationDraft {
    var title = ""
    var subtitle: String?
    var body = ""
    var badge: Int?
    var sound: String?
    var threadID: String?
    var data: JSONObject?
    var replacementID: String?
    /// What a personal notification says besides: the object `pw`.
    var notification: JSONObject?
    var openedNotification = false
    var wasEncrypted = false
    /// What became of the envelope; nil when nobody tried to open it.
    var opening: Result<PushContent, HonkioPushError>?

    func shown(messageID: String) -> ShownNotification {
        let failure: HonkioPushError? = if case .failure(let error) = opening { error } else { nil }
        return ShownNotification(
            title: title, subtitle: subtitle, body: body, badge: badge, sound: sound, threadID: threadID,
            wasEncrypted: wasEncrypted,
            openedEnvelope: opening != nil && failure == nil, failure: failure?.reason.rawValue,
            replacementID: replacementID, messageID: messageID, openedNotification: openedNotification,
            notification: notification, data: data)
    }
}
