// SPDX-License-Identifier: Apache-2.0

/// Why a delivery was not made; the raw value is the `error_code` of the API.
package enum DeliveryError: String, Error, Sendable, CaseIterable {
    case encryptionKeyMissing = "ENCRYPTION_KEY_MISSING"
    case payloadTooLarge = "PUSH_PAYLOAD_TOO_LARGE"
    case tokenUnregistered = "TOKEN_UNREGISTERED"
    case tokenInvalid = "TOKEN_INVALID"
    case tokenNotForApp = "TOKEN_NOT_FOR_APP"
    case providerAuthFailed = "PROVIDER_AUTH_FAILED"
    case providerConfigInvalid = "PROVIDER_CONFIG_INVALID"
    case providerRejected = "PROVIDER_REJECTED"
    case providerRateLimited = "PROVIDER_RATE_LIMITED"
    case providerUnavailable = "PROVIDER_UNAVAILABLE"
    case providerTimeout = "PROVIDER_TIMEOUT"
    case encryptionFailed = "ENCRYPTION_FAILED"
    case expired = "EXPIRED"
    case deviceInactive = "DEVICE_INACTIVE"
    case deviceDeleted = "DEVICE_DELETED"

    /// Whether the push is certain not to have reached the device, which is what a refund asks.
    package var isCertain: Bool { self != .providerTimeout }

    /// One sentence for the developer who reads the delivery.
    package var message: String {
        switch self {
        case .encryptionKeyMissing: "The app requires encryption and the device has no key."
        case .payloadTooLarge: "The payload is larger than the provider takes."
        case .tokenUnregistered: "The token is no longer in use: the app was removed or the token replaced."
        case .tokenInvalid:
            "The provider does not know the token, it belongs to the other APNs environment, or the endpoint may not be used."
        case .tokenNotForApp: "The token belongs to another app or project."
        case .providerAuthFailed: "The provider refused the app's credentials."
        case .providerConfigInvalid: "The app's bundle id, project id or credentials are missing or wrong."
        case .providerRejected: "The provider refused the request."
        case .providerRateLimited: "The provider asked to slow down until the attempts were used up."
        case .providerUnavailable:
            "The provider could not be reached or was unavailable until the attempts were used up."
        case .providerTimeout: "The provider did not answer; the push may or may not have arrived."
        case .encryptionFailed: "The push could not be sealed to the key of the device."
        case .expired: "The time to live passed before the push could be handed over."
        case .deviceInactive: "The device became inactive before the push was sent."
        case .deviceDeleted: "The device was deleted before the push was sent."
        }
    }
}
