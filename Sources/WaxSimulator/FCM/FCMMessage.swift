// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// A message to Android as FCM HTTP v1 takes it (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages).
///
/// Messages to topics and conditions are not simulated: only a token is a recipient.
struct FCMMessage: Sendable {
    /// What Android shows by itself.
    struct Notification: Sendable {
        var title: String?
        var body: String?
        var tag: String?
        var sound: String?
        var count: Int?
    }

    let token: String
    let data: [(key: String, value: String)]
    /// Nil for a message of data alone.
    let notification: Notification?
    let isDryRun: Bool

    /// The most bytes that names and values of `data` take together.
    static let dataLimit = 4096
    /// The longest `ttl`, in seconds.
    static let longestLife = 2_419_200

    /// Reads the body of a request.
    init(parsing body: [UInt8]) throws(FCMRefusal) {
        guard let value = try? JSONReader.parse(body) else { throw .invalidPayload("Unexpected token.") }
        let request = try FCMObject(value, at: "", allows: ["message", "validate_only"])
        isDryRun = try request.bool("validate_only") ?? false
        guard let message = try request.object("message", allows: Self.members) else {
            throw .invalidArgument("Message is not set.", field: "message")
        }
        guard let token = try message.string("token"), !token.isEmpty else {
            throw .invalidArgument("Recipient of the message is not set.", field: "message.token")
        }
        self.token = token
        let android = try message.object("android", allows: Self.androidMembers)
        try Self.check(android)
        // Data for Android alone goes before data for all.
        let ownData = try android?.strings("data")
        let commonData = try message.strings("data")
        let data = ownData ?? commonData ?? []
        try Self.check(data)
        self.data = data
        notification = try Self.notification(
            common: message.object("notification", allows: ["title", "body", "image"]),
            own: android?.object("notification", allows: Self.notificationMembers))
    }

    private static func check(_ android: FCMObject?) throws(FCMRefusal) {
        guard let android else { return }
        if let priority = try android.string("priority"), !["HIGH", "NORMAL", "high", "normal"].contains(priority) {
            throw .invalidPayload("Invalid value at 'message.android.priority'", field: "message.android.priority")
        }
        if let ttl = try android.string("ttl"), !isLife(ttl) {
            throw .invalidArgument("Invalid TTL.", field: "message.android.ttl")
        }
        _ = try android.string("collapse_key")
        _ = try android.bool("direct_boot_ok")
    }

    private static func check(_ data: [(key: String, value: String)]) throws(FCMRefusal) {
        for (key, _) in data where isReserved(key) {
            throw .invalidArgument("Invalid data payload key: \(key)", field: "message.data")
        }
        guard data.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= dataLimit else {
            throw .invalidArgument("Android message is too big", field: "message.data")
        }
    }

    private static func notification(common: FCMObject?, own: FCMObject?) throws(FCMRefusal) -> Notification? {
        guard common != nil || own != nil else { return nil }
        var notification = Notification(title: try common?.string("title"), body: try common?.string("body"))
        guard let own else { return notification }
        if let title = try own.string("title") { notification.title = title }
        if let body = try own.string("body") { notification.body = body }
        notification.tag = try own.string("tag")
        notification.sound = try own.string("sound")
        notification.count = try own.integer("notification_count")
        return notification
    }

    /// A duration of protobuf's JSON: seconds with up to nine digits of a fraction, and `s`.
    private static func isLife(_ text: String) -> Bool {
        guard text.utf8.last == UInt8(ascii: "s") else { return false }
        let parts = text.utf8.dropLast().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }),
            parts.count == 1 || parts[1].count <= 9, let seconds = Int(String(decoding: parts[0], as: UTF8.self))
        else { return false }
        return seconds <= longestLife
    }

    private static func isReserved(_ key: String) -> Bool {
        ["from", "message_type"].contains { key.hasSameBytes(as: $0) }
            || ["google", "gcm"].contains { key.utf8.starts(with: $0.utf8) }
    }
}
