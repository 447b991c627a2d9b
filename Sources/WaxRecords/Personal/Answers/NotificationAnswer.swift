// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// What somebody did with a notification: the button, and the text that was typed into it.
package struct NotificationAnswer: Sendable {
    package let actionID: String
    package let text: String?
    package let answeredAt: Timestamp

    package init(actionID: String, text: String?, answeredAt: Timestamp) {
        self.actionID = actionID
        self.text = text
        self.answeredAt = answeredAt
    }
}
