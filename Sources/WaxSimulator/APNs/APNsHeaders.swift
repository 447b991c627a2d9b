// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// The header fields that Apple reads (sending-notification-requests-to-apns).
struct APNsHeaders: Sendable {
    private(set) var authorization: String?
    private(set) var topic: String?
    private(set) var pushType: String?
    private(set) var priority: String?
    private(set) var expiration: String?
    private(set) var collapseID: String?
    private(set) var messageID: String?
    /// Whether one of them stands twice.
    private(set) var hasDuplicate = false

    init(_ headers: HTTP2Headers) {
        for index in 0..<headers.count {
            let (name, value) = headers[index]
            switch name {
            case "authorization": set(\.authorization, value)
            case "apns-topic": set(\.topic, value)
            case "apns-push-type": set(\.pushType, value)
            case "apns-priority": set(\.priority, value)
            case "apns-expiration": set(\.expiration, value)
            case "apns-collapse-id": set(\.collapseID, value)
            case "apns-id": set(\.messageID, value)
            default: break
            }
        }
    }

    private mutating func set(_ field: WritableKeyPath<APNsHeaders, String?>, _ value: String) {
        if self[keyPath: field] != nil { hasDuplicate = true }
        self[keyPath: field] = value
    }
}
