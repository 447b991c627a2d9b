// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// The paths of the API, and what their answers mean for who waits.
package enum NotificationPath {
    /// Where notifications are sent to.
    package static let notifications = "/notifications"
    /// Where notifications are scheduled, and the schedules listed.
    package static let scheduled = "/notifications/scheduled"
    /// Where receipts are canceled by tag.
    package static let cancelReceipts = "/notifications/receipts/cancel"
    /// Where the account of a key is asked for.
    package static let account = "/auth/me"
    /// Where the server says whether it is well.
    package static let health = "/health"

    /// One schedule.
    package static func scheduled(_ id: Int) -> String { "/notifications/scheduled/\(id)" }
    /// The answer to a notification.
    package static func answer(_ id: Int) -> String { "/notifications/answers/\(id)" }
    /// The receipt of a notification.
    package static func receipt(_ id: Int) -> String { "/notifications/receipts/\(id)" }
    /// Where the receipt of a notification is canceled.
    package static func cancelReceipt(_ id: Int) -> String { "/notifications/receipts/\(id)/cancel" }

    /// Whether somebody has answered.
    package static func isAnswered(_ answer: JSONValue) -> Bool { answer["status"]?.stringValue == "answered" }

    /// Whether nothing more will happen to a receipt.
    package static func isFinished(receipt: JSONValue) -> Bool {
        receipt["status"]?.stringValue.map { $0 != "active" } ?? false
    }
}
