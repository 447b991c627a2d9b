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

    static let all: [any CommandOption] = [quota, requests, deliveryWait]

    static func options(_ command: ParsedCommand) throws -> PersonalService.Options {
        var options = PersonalService.Options()
        options.quota = command[quota]
        options.requestsPerMinute = command[requests].limit
        options.deliveryWait = command[deliveryWait]
        options.targets = try OutgoingOptions.settings(command).policy
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
