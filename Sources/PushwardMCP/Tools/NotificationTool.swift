// SPDX-License-Identifier: Apache-2.0

/// The tools of the server, by the names that models call them.
package enum NotificationTool: String, Sendable, CaseIterable {
    case createNotification = "create_notification"
    case createScheduledNotification = "create_scheduled_notification"
    case listScheduledNotifications = "list_scheduled_notifications"
    case getScheduledNotification = "get_scheduled_notification"
    case cancelScheduledNotification = "cancel_scheduled_notification"
    case getNotificationAnswer = "get_notification_answer"
    case waitForAnswer = "wait_for_answer"
    case getNotificationReceipt = "get_notification_receipt"
    case waitForAck = "wait_for_ack"
    case cancelNotificationReceipt = "cancel_notification_receipt"
    case cancelNotificationReceiptsByTag = "cancel_notification_receipts_by_tag"
    case testNotification = "test_notification"

    /// How long `wait_for_answer` and `wait_for_ack` wait when the call does not say, in seconds.
    static let defaultTimeout = 120

    /// All tools as clients see them.
    package static var table: [Tool] { allCases.map(\.tool) }

    /// The row of this tool.
    package var tool: Tool {
        switch self {
        case .createNotification:
            return row(
                "Send a notification",
                """
                Sends a push notification to the user's own devices at once. With action buttons the user can answer: \
                read the answer with wait_for_answer when the result says answerable. With acknowledge it repeats until \
                somebody reacts: follow it with wait_for_ack.
                """, .adds, NotificationFields.content)
        case .createScheduledNotification:
            return row(
                "Schedule a notification",
                """
                Sends a push notification later, or again and again by a cron rule. Takes what create_notification takes, \
                and send_at, recurrence or both. The text cannot be changed afterwards: cancel it and make another.
                """, .adds, NotificationFields.content + NotificationFields.schedule)
        case .listScheduledNotifications:
            return row(
                "List scheduled notifications",
                "Lists notifications that were scheduled with this key. Page on with next_cursor of the result.",
                .reads,
                NotificationFields.list)
        case .getScheduledNotification:
            return row(
                "Read a scheduled notification", "Reads one scheduled notification and what became of it.", .reads,
                [NotificationFields.scheduleID])
        case .cancelScheduledNotification:
            return row(
                "Cancel a scheduled notification",
                "Cancels a scheduled notification, and ends a series. One that was sent cannot be taken back.",
                .removes,
                [
                    NotificationFields.scheduleID,
                    .init("purge", .boolean, "Whether to delete the record as well, in whatever state it is."),
                ])
        case .getNotificationAnswer:
            return row(
                "Read an answer",
                "Reads which button was tapped on a notification, and the text that was typed.", .reads,
                [
                    .init(required: "id", .integer(1...Int64.max), "The id of the notification."),
                    .init("wait", .integer(0...25), "Seconds to wait for an answer; 0, the default, reads once."),
                ])
        case .waitForAnswer:
            return row(
                "Wait for an answer",
                """
                Waits until the user taps a button of a notification or types a reply. Comes back with status pending when \
                the time is up.
                """, .reads, [NotificationFields.notificationID, NotificationFields.timeout])
        case .getNotificationReceipt:
            return row(
                "Read a receipt",
                "Reads whether a notification that was sent with acknowledge has been acknowledged.", .reads,
                [
                    NotificationFields.notificationID,
                    .init(
                        "wait_seconds", .integer(0...25), "Seconds to wait for a change; 0, the default, reads once."),
                ])
        case .waitForAck:
            return row(
                "Wait for an acknowledgement",
                """
                Waits until a notification that was sent with acknowledge is acknowledged, expires or is cancelled. Comes \
                back with acknowledged false and the reason when it is not.
                """, .reads, [NotificationFields.notificationID, NotificationFields.timeout])
        case .cancelNotificationReceipt:
            return row(
                "Stop the repeats of a notification",
                "Stops the repeats of a notification that was sent with acknowledge.", .removes,
                [NotificationFields.notificationID])
        case .cancelNotificationReceiptsByTag:
            return row(
                "Stop the repeats by tag",
                "Stops the repeats of all notifications that were sent with acknowledge and this tag.", .removes,
                [.init(required: "tag", .pattern(.tag), "One of the tags that they were sent with.")])
        case .testNotification:
            return row(
                "Send a test notification",
                "Sends a short notification to see whether the user's devices receive it.", .adds,
                [
                    .init("title", .text(1...256), "The title; a fixed one if left out."),
                    .init("body", .text(1...4096), "The text; a fixed one if left out."),
                    .init(
                        "push", .boolean, "Whether to push it, which is the default, or only to keep it in the inbox."),
                ])
        }
    }

    private func row(
        _ title: String, _ description: String, _ effect: Tool.Effect, _ properties: [Schema.Property]
    ) -> Tool {
        Tool(rawValue, title: title, description, effect: effect, properties)
    }
}
