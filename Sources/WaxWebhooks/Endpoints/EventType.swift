// SPDX-License-Identifier: Apache-2.0

/// What an account can be told of. The raw value is stored; it is also the number of the type's bit in a set.
package enum EventType: Int64, CaseIterable, Sendable {
    case pushScheduled = 0
    case pushSent = 1
    case pushFailed = 2
    case pushCancelled = 3
    case pushRescheduled = 4
    case deliverySent = 5
    case deliveryFailed = 6
    case deviceDeactivated = 7
    case providerError = 8

    /// The name that a subscription and an event carry.
    package var name: String {
        switch self {
        case .pushScheduled: "push.scheduled"
        case .pushSent: "push.sent"
        case .pushFailed: "push.failed"
        case .pushCancelled: "push.cancelled"
        case .pushRescheduled: "push.rescheduled"
        case .deliverySent: "push_delivery.sent"
        case .deliveryFailed: "push_delivery.failed"
        case .deviceDeactivated: "push_device.deactivated"
        case .providerError: "push_app.provider_error"
        }
    }

    /// The type with this name, compared by its bytes.
    package init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
        self = type
    }
}
