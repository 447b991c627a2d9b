// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxProviders
import WaxRecords

/// What becomes of one device's delivery, before anything is sealed or sent.
enum DeliveryPlan {
    case sealed(HKPublicKey)
    case plain
    /// Never sent: it is `refused`, `failed` or `expired` with this code.
    case never(DeliveryState, DeliveryError)

    /// Decides for `device`.
    ///
    /// A device with a key is sealed to or gets nothing: no failure leads from there to plain text. Only a text that its
    /// sender sealed goes out without that seal where both together are too large, and not even that where encryption is
    /// required.
    static func decide(
        for device: Device, requiresEncryption: Bool, isExpired: Bool, isSealedBySender: Bool = false,
        fits: (_ encrypted: Bool) -> Bool
    ) -> DeliveryPlan {
        if isExpired { return .never(.expired, .expired) }
        switch device.key {
        case .unreadable: return .never(.failed, .encryptionFailed)
        case .none where requiresEncryption: return .never(.refused, .encryptionKeyMissing)
        case .none: return fits(false) ? .plain : .never(.refused, .payloadTooLarge)
        case .registered(let key) where fits(true): return .sealed(key)
        case .registered:
            return isSealedBySender && !requiresEncryption && fits(false) ? .plain : .never(.refused, .payloadTooLarge)
        }
    }
}
