// SPDX-License-Identifier: Apache-2.0
import WaxJSON
package import WaxRecords

/// What the answer to a sending says about the devices.
package struct PushOutcome: Hashable, Sendable {
    package enum Delivery: String, Sendable {
        case all, partial, none
    }

    package enum Reason: String, Sendable {
        case noDevice = "no_apns_token"
        case rejected = "apns_rejected"
        case pushDisabled = "push_disabled"
    }

    /// It went into the history only.
    package static let disabled = PushOutcome(isPushed: false, delivery: Delivery.none, reason: .pushDisabled)
    /// The account has no device.
    package static let noDevice = PushOutcome(isPushed: false, delivery: Delivery.none, reason: .noDevice)

    /// Whether at least one device got it.
    package let isPushed: Bool
    /// Nil while it is undecided for some device.
    package let delivery: Delivery?
    package let reason: Reason?

    private init(isPushed: Bool, delivery: Delivery?, reason: Reason?) {
        self.isPushed = isPushed
        self.delivery = delivery
        self.reason = reason
    }

    /// Judges a push as it is now.
    package init(_ push: Push) {
        let counts = push.counts
        isPushed = counts.sent > 0
        let others = counts.failed + counts.refused
        guard push.state.isFinal else {
            (delivery, reason) = (nil, nil)
            return
        }
        switch (counts.sent, others) {
        case (0, _):
            let hasNoDevice = push.errorCode == PushFailure.noDevices.rawValue
            (delivery, reason) = (Delivery.none, hasNoDevice ? .noDevice : .rejected)
        case (_, 0): (delivery, reason) = (.all, nil)
        default: (delivery, reason) = (.partial, .rejected)
        }
    }

    /// Adds what is known of it to an answer.
    func add(to object: inout JSONObject) {
        object["delivery"] = delivery.map { .string($0.rawValue) }
        object["reason"] = reason.map { .string($0.rawValue) }
    }
}
