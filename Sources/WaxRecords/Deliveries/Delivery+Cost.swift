// SPDX-License-Identifier: Apache-2.0
import WaxProviders

extension Delivery {
    /// Whether the delivery was charged when its push was accepted: all but those refused for want of a key even then.
    package func wasCharged(in push: Push) -> Bool {
        errorCode != DeliveryError.encryptionKeyMissing.rawValue || !push.acceptedEncrypted
    }

    /// Whether the charge was given back: the push certainly did not reach the device.
    package func isRefunded(in push: Push) -> Bool {
        guard wasCharged(in: push) else { return false }
        return switch state {
        case .refused, .expired, .cancelled: true
        case .failed: errorCode.flatMap(DeliveryError.init(rawValue:))?.isCertain ?? true
        case .queued, .sending, .sent: false
        }
    }
}
