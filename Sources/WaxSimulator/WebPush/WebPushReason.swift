// SPDX-License-Identifier: Apache-2.0

/// Why the simulated push service of browsers refuses a request: names of Apple's where it has one, statuses of RFC 8030
/// and RFC 8292.
enum WebPushReason: String, Error, CaseIterable {
    case methodNotAllowed = "MethodNotAllowed"
    case badDeviceToken = "BadDeviceToken"
    case unregistered = "Unregistered"
    case missingTTL = "MissingTTL"
    case badTTL = "BadTTL"
    case badUrgency = "BadUrgency"
    case badTopic = "BadWebPushTopic"
    case badContentEncoding = "BadContentEncoding"
    case badPayload = "BadPayload"
    case payloadTooLarge = "PayloadTooLarge"
    case missingAuthorization = "MissingAuthorization"
    case badToken = "BadJwtToken"
    case expiredToken = "ExpiredJwtToken"
    case keyMismatch = "VapidPkHashMismatch"
    case tooManyRequests = "TooManyRequests"
    case serviceUnavailable = "ServiceUnavailable"

    var status: Int {
        switch self {
        case .methodNotAllowed: 405
        case .badDeviceToken: 404
        case .unregistered: 410
        case .missingTTL, .badTTL, .badUrgency, .badTopic, .badContentEncoding, .badPayload, .keyMismatch: 400
        case .payloadTooLarge: 413
        case .missingAuthorization, .expiredToken: 401
        case .badToken: 403
        case .tooManyRequests: 429
        case .serviceUnavailable: 503
        }
    }
}
