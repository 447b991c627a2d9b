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
    /// A device with a key is sealed to or gets nothing: no failure leads from there to plain text.
    static func decide(
        for device: Device, requiresEncryption: Bool, isExpired: Bool, fits: (_ encrypted: Bool) -> Bool
    ) -> DeliveryPlan {
        if isExpired { return .never(.expired, .expired) }
        switch device.key {
        case .unreadable: return .never(.failed, .encryptionFailed)
        case .none where requiresEncryption: return .never(.refused, .encryptionKeyMissing)
        case .none: return fits(false) ? .plain : .never(.refused, .payloadTooLarge)
        case .registered(let key): return fits(true) ? .sealed(key) : .never(.refused, .payloadTooLarge)
        }
    }
}
