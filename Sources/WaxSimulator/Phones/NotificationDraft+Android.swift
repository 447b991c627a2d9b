// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxJSON

extension NotificationDraft {
    /// What an Android phone shows for a message, with the app's messaging service; nil when it shows nothing.
    ///
    /// A notification block is shown by the system; a message of data alone goes to the service, which leaves alone what has
    /// no envelope and shows the app's placeholder for one that does not open (docs/envelope.md).
    static func android(message: FCMMessage, keychain: PushKeychain) -> NotificationDraft? {
        if let notification = message.notification {
            return NotificationDraft(
                title: notification.title ?? "", body: notification.body ?? "", badge: notification.count,
                sound: notification.sound, threadID: notification.tag,
                data: message.data.isEmpty
                    ? nil : JSONObject(message.data.map { ($0.key, JSONValue.string($0.value)) }),
                replacementID: notification.tag)
        }
        if let text = message.data.first(where: { $0.key == notificationKey })?.value {
            guard let notification = (try? JSONReader.parse(Array(text.utf8)))?.objectValue else { return nil }
            var draft = NotificationDraft()
            draft.take(notification)
            return draft
        }
        guard message.data.contains(where: { $0.key == HonkioPush.dataKey }) else { return nil }
        var draft = NotificationDraft(title: placeholderTitle, wasEncrypted: true)
        let data = Dictionary(message.data.map { ($0.key, $0.value) }) { first, _ in first }
        let opening = Result { () throws(HonkioPushError) in try keychain.open(data: data) }
        draft.opening = opening
        if case .success(let content) = opening {
            draft.title = content.title.flatMap { $0.isEmpty ? nil : $0 } ?? draft.title
            draft.body = content.body.flatMap { $0.isEmpty ? nil : $0 } ?? draft.body
            draft.badge = content.badge
            draft.sound = content.sound
            draft.threadID = content.threadID
            draft.replacementID = content.threadID
            draft.data = content.data
            draft.take(content.data?[notificationKey]?.objectValue)
        }
        return draft
    }

    /// The app's own text for what it cannot open.
    private static let placeholderTitle = "New notification"
}
