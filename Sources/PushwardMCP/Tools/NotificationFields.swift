// SPDX-License-Identifier: Apache-2.0
import PushwardClient

/// The arguments of the tools: the fields of the API's requests with the bounds that the server gives them.
///
/// What the server alone can judge, such as whether two fields go together, is left to it.
enum NotificationFields {
    static let notificationID = Schema.Property(
        required: "notification_id", .integer(1...Int64.max), "The id of the notification.")
    static let scheduleID = Schema.Property(
        required: "id", .integer(1...Int64.max),
        "The id of the scheduled notification, which is not the one it is sent with.")
    static let timeout = Schema.Property(
        "timeout_seconds", .integer(1...600),
        "How long to wait, in seconds; \(NotificationTool.defaultTimeout) if left out.")

    /// What a notification consists of.
    static let content: [Schema.Property] = [
        .init(required: "title", .text(1...256), "The title, in bold."),
        .init(required: "body", .text(1...4096), "The text."),
        .init("subtitle", .text(0...256), "A line between title and text."),
        .init("url", .text(0...2048), "Opened by a tap on the notification: a web address or an app's own scheme."),
        .init(
            "level", .choice(of: NotificationLevel.self),
            "How it arrives: passive without sound, active (the default), time-sensitive through most focus modes, critical "
                + "through all of them and with sound even when muted."),
        .init("volume", .number(0...1), "The volume of a critical notification."),
        .init("thread_id", .text(0...128), "Groups notifications on the device."),
        .init("collapse_id", .text(0...64), "A newer notification with the same id replaces the older one."),
        .init("source", .text(0...128), "The program or machine it comes from, for filters."),
        .init("source_display_name", .text(0...256), "The same, as people read it."),
        .init("media", .object(media), "A picture, a film or a sound that the device fetches."),
        .init("icon_url", .text(0...2048), "A picture in place of the app's icon, by http or https."),
        .init(
            "metadata", .texts(atMost: 20, nameLength: 64, valueLength: 4096),
            "Further values, stored with it and readable to the server. At most 8 KB in all."),
        .init("activity_slug", .pattern(.slug), "A live activity that it belongs to."),
        .init(
            "actions", .array(of: .object(action), atMost: 10),
            "Buttons. One without url and foreground is answered to the sender: read it with wait_for_answer."),
        .init("push", .boolean, "Whether to push it, which is the default, or only to keep it in the inbox."),
        .init(
            "acknowledge", .object(acknowledge),
            "Repeats it until somebody reacts. Give at least one of its fields: an empty object means no repeats."),
        .init(
            "tags", .array(of: .pattern(.tag), atMost: 10),
            "Names by which repeats can be stopped together; only with acknowledge."),
        .init("callback_url", .text(0...2048), "Told when it is acknowledged or expires; only with acknowledge."),
        .init("target", .object(target), "Whom it is for; only with the key of an organization."),
    ]

    /// When it is sent.
    static let schedule: [Schema.Property] = [
        .init(
            "send_at", .text(1...64),
            "When to send it, in RFC 3339 with an offset, such as 2027-01-31T09:00:00+01:00; required without recurrence."
        ),
        .init("recurrence", .object(recurrence), "Sends it again and again."),
    ]

    static let list: [Schema.Property] = [
        .init(
            "status", .choice(of: ScheduleStatus.self),
            "Which ones: scheduled, the default, are those still to be sent."),
        .init("limit", .integer(1...100), "How many at most; 50 if left out."),
        .init("cursor", .text(1...1024), "next_cursor of the page before, with the same status."),
    ]

    private static let media: [Schema.Property] = [
        .init(required: "url", .text(1...2048), "Where it is, by https."),
        .init(required: "type", .choice(of: MediaType.self), "What it is."),
    ]

    private static let action: [Schema.Property] = [
        .init(required: "id", .text(1...64), "What the answer calls it; each button its own."),
        .init(required: "title", .text(1...64), "What it says."),
        .init("icon", .text(0...64), "The name of an SF Symbol."),
        .init("url", .text(0...2048), "Opened or called by the tap."),
        .init(
            "method", .choice(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]),
            "How an http or https url is called; GET if left out."),
        .init(
            "headers", .texts(atMost: 512, nameLength: 1024, valueLength: 1024),
            "Sent with the call; at most 1024 bytes in all."),
        .init("body", .text(0...1024), "Sent with the call; {{input}} stands for the typed text."),
        .init("foreground", .boolean, "Whether the tap opens the app."),
        .init("destructive", .boolean, "Whether it is shown as a danger."),
        .init("authentication_required", .boolean, "Whether the device must be unlocked."),
        .init("text_input", .boolean, "Whether the user types a text; not with foreground."),
        .init("text_input_placeholder", .text(0...64), "Shown where nothing is typed yet."),
        .init("text_input_button_title", .text(0...64), "What the button beside the text says."),
    ]

    private static let acknowledge: [Schema.Property] = [
        .init("repeat_seconds", .integer(30...3600), "Seconds between repeats; 60 if left out."),
        .init("expire_seconds", .integer(60...10_800), "Seconds until it gives up; 3600 if left out."),
        .init("action_title", .text(0...64), "What the button says; Acknowledge if left out."),
    ]

    private static let recurrence: [Schema.Property] = [
        .init(
            required: "cron", .text(1...128),
            "Minute, hour, day of month, month and day of week, or @hourly, @daily, @weekly, @monthly or @yearly. At least "
                + "15 minutes apart."),
        .init(required: "timezone", .text(1...64), "The zone that the rule is read in, such as Europe/Paris."),
        .init("until", .text(1...64), "The last moment, in RFC 3339; not with count."),
        .init("count", .integer(1...1000), "How many times; not with until."),
    ]

    private static let target: [Schema.Property] = [
        .init("groups", .array(of: .text(1...256), atMost: 20), "Names of groups."),
        .init("tags", .array(of: .text(1...256), atMost: 20), "Names of tags; one of them is enough."),
        .init("members", .array(of: .text(1...256), atMost: 100), "Ids of members."),
    ]
}

extension TextPattern {
    /// A tag of an acknowledged notification.
    static let tag = TextPattern(
        "^[!-~]{1,64}$", rule: "must be 1 to 64 printable ASCII characters without a space"
    ) { text in
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The name of a live activity.
    static let slug = TextPattern(
        "^[a-zA-Z0-9][a-zA-Z0-9_-]{0,127}$",
        rule: "must be up to 128 letters, digits, - and _, not beginning with - or _"
    ) { text in
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        let bytes = Array(text.utf8)
        return (1...128).contains(bytes.count) && isAlphanumeric(bytes[0])
            && bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
}
