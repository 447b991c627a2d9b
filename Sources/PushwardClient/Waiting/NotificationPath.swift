// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// The paths of the API, and what their answers mean for who waits.
package enum NotificationPath {
    package static let notifications = "/notifications"
    package static let scheduled = "/notifications/scheduled"
    package static let cancelReceipts = "/notifications/receipts/cancel"
    package static let account = "/auth/me"
    package static let health = "/health"

    package static func scheduled(_ id: Int) -> String { "/notifications/scheduled/\(id)" }
    package static func answer(_ id: Int) -> String { "/notifications/answers/\(id)" }
    package static func receipt(_ id: Int) -> String { "/notifications/receipts/\(id)" }
    package static func cancelReceipt(_ id: Int) -> String { "/notifications/receipts/\(id)/cancel" }

    /// Whether somebody has answered.
    package static func isAnswered(_ answer: JSONValue) -> Bool { answer["status"]?.stringValue == "answered" }

    /// Whether nothing more will happen to a receipt.
    package static func isFinished(receipt: JSONValue) -> Bool {
        receipt["status"]?.stringValue.map { $0 != "active" } ?? false
    }
}
