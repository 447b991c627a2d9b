// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

extension NotificationDraft {
    /// The member that makes a push a personal notification.
    static let notificationKey = "pw"

    /// Takes over what a personal notification says, wherever it stood: beside the alert, in the data of a message, or in
    /// the content of an envelope that was opened.
    mutating func take(_ notification: JSONObject?) {
        guard let notification else { return }
        self.notification = notification
        title = notification["title"]?.stringValue ?? title
        subtitle = notification["subtitle"]?.stringValue ?? subtitle
        body = notification["body"]?.stringValue ?? body
        threadID = notification["thread_id"]?.stringValue ?? threadID
        replacementID = notification["collapse_id"]?.stringValue ?? replacementID
    }

    /// Shows the text that only the person's own keys open, or the placeholder where none of them does.
    mutating func openNotification(with keys: [PW1Key]) {
        guard let envelope = (notification?["encrypted"]?.stringValue).flatMap({ try? PW1Envelope($0) }) else { return }
        guard let key = keys.first(where: { $0.keyID == envelope.kid }), let content = try? envelope.open(with: key)
        else {
            (title, body) = (Self.sealedTitle, Self.sealedBody)
            return
        }
        (title, subtitle, body) = (content.title, content.subtitle, content.body)
        notification?["url"] = content.url.map(JSONValue.string)
        openedNotification = true
    }

    /// The app's own texts for what it cannot open.
    private static let sealedTitle = "Encrypted notification"
    private static let sealedBody =
        "End-to-end encrypted. Open PushWard on a device with your encryption key to read it."
}
