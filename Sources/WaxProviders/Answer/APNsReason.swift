// SPDX-License-Identifier: Apache-2.0

/// The reasons that APNs documents (handling-notification-responses-from-apns), sorted by what follows from them.
enum APNsReason {
    case badDeviceToken, wrongTopicForToken, unregistered
    case payloadTooLarge, malformedRequest, wrongConfiguration
    case credentialRefused, forbidden, expiredToken, unrelatedKey
    case connectionOver, tooManyTokenUpdates, tooManyRequests, unavailable

    /// Nil for a reason that is not documented.
    init?(_ reason: String) {
        guard let known = Self.table[reason] else { return nil }
        self = known
    }

    /// What a status says by itself, for answers without a documented reason; nil where it says nothing in particular.
    init?(status: Int) {
        switch status {
        case 403: self = .forbidden
        case 410: self = .unregistered
        case 413: self = .payloadTooLarge
        case 429: self = .tooManyRequests
        case 500...599: self = .unavailable
        default: return nil
        }
    }

    static let table: [String: APNsReason] = [
        "BadDeviceToken": .badDeviceToken,
        "DeviceTokenNotForTopic": .wrongTopicForToken,
        "Unregistered": .unregistered,
        "ExpiredToken": .unregistered,
        "PayloadTooLarge": .payloadTooLarge,

        "BadCollapseId": .malformedRequest,
        "BadExpirationDate": .malformedRequest,
        "BadMessageId": .malformedRequest,
        "BadPriority": .malformedRequest,
        "DuplicateHeaders": .malformedRequest,
        "InvalidPushType": .malformedRequest,
        "MissingDeviceToken": .malformedRequest,
        "PayloadEmpty": .malformedRequest,
        "BadPath": .malformedRequest,
        "MethodNotAllowed": .malformedRequest,

        "BadTopic": .wrongConfiguration,
        "MissingTopic": .wrongConfiguration,
        "TopicDisallowed": .wrongConfiguration,

        "InvalidProviderToken": .credentialRefused,
        "MissingProviderToken": .credentialRefused,
        "BadCertificate": .credentialRefused,
        "BadCertificateEnvironment": .credentialRefused,
        "BadEnvironmentKeyIdInToken": .credentialRefused,
        // The documented name and the one that is reported from the field.
        "BadEnvironmentKeyInToken": .credentialRefused,
        "Forbidden": .forbidden,
        "ExpiredProviderToken": .expiredToken,
        "UnrelatedKeyIdInToken": .unrelatedKey,

        "IdleTimeout": .connectionOver,
        "Shutdown": .connectionOver,
        "TooManyProviderTokenUpdates": .tooManyTokenUpdates,
        "TooManyRequests": .tooManyRequests,
        "InternalServerError": .unavailable,
        "ServiceUnavailable": .unavailable,
    ]
}
