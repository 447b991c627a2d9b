// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxPersonal

/// The options of `waxwing serve` about personal notifications.
enum PersonalOptions {
    private static let quota = Option(
        "notification-quota", .notificationQuota, default: "off", environment: "WAXWING_NOTIFICATION_QUOTA",
        help: "notifications that an account may send, such as month:500 or day:5000, or off")
    private static let requests = Option(
        "notification-requests", .requestsPerMinute, default: "off", environment: "WAXWING_NOTIFICATION_REQUESTS",
        help: "requests a minute that one address may send to the notifications API, or off")
    private static let deliveryWait = Option(
        "delivery-wait", .duration(.zero ... .seconds(30)), default: "5s", environment: "WAXWING_DELIVERY_WAIT",
        help: "how long the answer to a notification waits for what its devices' providers say")

    private static let waits = Option(
        "answer-waits", .integer(1...100_000), default: "50", environment: "WAXWING_ANSWER_WAITS",
        help: "requests of one account that may wait for answers and receipts at a time")
    private static let connections = Option(
        "connections", .integer(20...200_000), default: "10000", environment: "WAXWING_CONNECTIONS",
        help: "connections at a time; a tenth is kept from requests that wait, and each takes an open file")
    private static let noAnswers = Option(
        switch: "no-answers", environment: "WAXWING_NO_ANSWERS",
        help: "devices cannot reach this server: refuse notifications that wait for a reply or an acknowledgement")
    private static let noReceipts = Option(
        switch: "no-receipts", environment: "WAXWING_NO_RECEIPTS",
        help: "refuse notifications that are to be acknowledged")

    static let all: [any CommandOption] = [
        quota, requests, deliveryWait, waits, connections, noAnswers, noReceipts,
    ]

    /// How many connections the server takes.
    static func connectionLimit(_ command: ParsedCommand) -> Int { command[connections] }

    static func options(_ command: ParsedCommand) -> PersonalService.Options {
        var options = PersonalService.Options()
        options.quota = command[quota]
        options.requestsPerMinute = command[requests].limit
        options.deliveryWait = command[deliveryWait]
        options.takesAnswers = !command[noAnswers]
        options.takesReceipts = !command[noReceipts]
        options.waitsPerAccount = command[waits]
        options.waitsInAll = command[connections] * 9 / 10
        return options
    }
}

/// How many requests a minute; nil for any number.
struct RequestsPerMinute: Sendable {
    let limit: Int?
}

extension ValueType where Value == RequestsPerMinute {
    /// A number, or `off`.
    static var requestsPerMinute: ValueType {
        ValueType(name: "N", rule: "must be off, or a whole number of at least 1") { text in
            if text == "off" { return RequestsPerMinute(limit: nil) }
            return ValueType<Int>.integer(1 ... .max).convert(text).map { RequestsPerMinute(limit: $0) }
        }
    }
}

extension ValueType where Value == NotificationQuota {
    /// How many in which period.
    static var notificationQuota: ValueType {
        ValueType(name: "QUOTA", rule: "must be off, or such as month:500 or day:5000") {
            NotificationQuota(setting: $0)
        }
    }
}
