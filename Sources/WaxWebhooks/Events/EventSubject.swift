// SPDX-License-Identifier: Apache-2.0

/// What an event is about: of two events with the same subject the earlier one is sent first.
struct EventSubject: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case push, delivery, device, app
    }

    let kind: Kind
    /// The number of the push, the device or the app.
    let record: Int64
    /// The number of a delivery of the push.
    let delivery: Int64?

    init(_ type: EventType, record: Int64, delivery: Int64?) {
        kind =
            switch type {
            case .pushScheduled, .pushSent, .pushFailed, .pushCancelled, .pushRescheduled: .push
            case .deliverySent, .deliveryFailed: .delivery
            case .deviceDeactivated: .device
            case .providerError: .app
            }
        self.record = record
        self.delivery = delivery
    }
}
