// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxJSON

extension NotificationDraft {
    /// What a browser shows for the data of a push, with the app's service worker; nil when it shows nothing.
    ///
    /// The worker opens an envelope with a key of its own and gives the notification the thread id as its tag
    /// (docs/en/web-push.md).
    static func web(data: [UInt8], keychain: PushKeychain) -> NotificationDraft? {
        guard let root = (try? JSONReader.parse(data))?.objectValue else { return nil }
        var draft = NotificationDraft()
        guard root[HonkioPush.dataKey] != nil else {
            draft.title = root["title"]?.stringValue ?? ""
            draft.body = root["body"]?.stringValue ?? ""
            draft.data = root["data"]?.objectValue
            draft.badge = root["badge"]?.int64Value.map { Int($0) }
            draft.sound = root["sound"]?.stringValue
            draft.threadID = root["thread_id"]?.stringValue
            draft.replacementID = draft.threadID
            draft.take(root[notificationKey]?.objectValue)
            return draft
        }
        draft.title = placeholderTitle
        draft.wasEncrypted = true
        let opening = Result { () throws(HonkioPushError) in try keychain.open(notification: data) }
        draft.opening = opening
        if case .success(let content) = opening {
            draft.title = content.title ?? ""
            draft.body = content.body ?? ""
            draft.data = content.data
            draft.badge = content.badge
            draft.sound = content.sound
            draft.threadID = content.threadID
            draft.replacementID = content.threadID
            draft.take(content.data?[notificationKey]?.objectValue)
        }
        return draft
    }

    /// The worker's own text for what it cannot open: a browser wants a notification for each push.
    private static let placeholderTitle = "New notification"
}
