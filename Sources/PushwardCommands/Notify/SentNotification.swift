// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxJSON

/// What the server answers to a notification that it took.
struct SentNotification {
    private let answer: JSONValue

    init(_ response: APIResponse) {
        answer = response.value
    }

    /// Its number; nil when the server does not say.
    var id: Int? { answer["id"]?.int64Value.map { Int($0) } }

    /// Whether the server will keep an answer to it.
    var isAnswerable: Bool { answer["answerable"]?.boolValue == true }

    /// The number under which its receipt is found; nil when it has none.
    var receiptID: Int? { answer["receipt"]?["notification_id"]?.int64Value.map { Int($0) } }

    /// What to warn of when not every device was reached.
    var deliveryWarning: String? {
        guard let delivery = answer["delivery"]?.stringValue, delivery != "all" else { return nil }
        let reason = answer["reason"]?.stringValue
        let warning = "delivery \(delivery.printable)" + (reason.map { " (\($0.printable))" } ?? "")
        return delivery == "none" && reason == "no_apns_token" ? "\(warning): no device is registered" : warning
    }

    /// The line for people.
    func text(keyID: String?) -> String {
        var text = "sent notification" + (id.map { " \($0)" } ?? "")
        if let keyID { text += " (encrypted, key ID \(keyID))" }
        if let seconds = answer["receipt"]?["repeat_seconds"]?.numberValue?.text {
            text += ", repeats every \(seconds) s"
            if let end = answer["receipt"]?["expires_at"]?.stringValue { text += " until \(end.printable)" }
        }
        return text
    }
}
