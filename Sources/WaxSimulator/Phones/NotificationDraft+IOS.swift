// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxJSON

extension NotificationDraft {
    /// What iOS shows for a payload, with the app's notification service extension; nil when it shows nothing.
    ///
    /// The extension runs only for an alert with `mutable-content` 1, and what it does not replace stays as it came:
    /// badge, sound and thread id are applied before it runs (docs/envelope.md).
    static func ios(payload: [UInt8], collapseID: String?, keychain: PushKeychain) -> NotificationDraft? {
        guard let root = try? JSONReader.parse(payload), let aps = root["aps"], let alert = aps["alert"] else {
            return nil
        }
        var draft = NotificationDraft(
            title: alert["title"]?.stringValue ?? "", body: alert["body"]?.stringValue ?? alert.stringValue ?? "",
            badge: aps["badge"]?.int64Value.map { Int($0) }, sound: soundName(aps["sound"]),
            threadID: aps["thread-id"]?.stringValue, data: root["data"]?.objectValue, replacementID: collapseID)
        draft.subtitle = alert["subtitle"]?.stringValue
        draft.take(root[Self.notificationKey]?.objectValue)
        guard !draft.title.isEmpty || !draft.body.isEmpty else { return nil }
        guard root[HonkioPush.dataKey] != nil else { return draft }
        draft.wasEncrypted = true
        guard aps["mutable-content"]?.int64Value == 1 else { return draft }
        draft.opening = Result { () throws(HonkioPushError) in try keychain.open(notification: payload) }
        if case .success(let content) = draft.opening {
            draft.title = content.title ?? draft.title
            draft.body = content.body ?? draft.body
            draft.data = content.data ?? draft.data
            if let notification = content.data?[Self.notificationKey]?.objectValue {
                draft.take(notification)
                draft.threadID = content.threadID
            }
        }
        return draft
    }

    /// A sound is a name, or an object with one for critical alerts.
    private static func soundName(_ value: JSONValue?) -> String? {
        value?.stringValue ?? value?["name"]?.stringValue
    }
}
