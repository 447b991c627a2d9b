// SPDX-License-Identifier: Apache-2.0

/// What a web page sends its server of a subscription, as `PushSubscription.toJSON()` names it.
public struct SimulatedSubscription: Hashable, Sendable {
    /// The URL to which pushes are posted.
    public let endpoint: String
    /// The browser's public key: 65 bytes in base64url.
    public let p256dh: String
    /// The secret that is shared with the server: 16 bytes in base64url.
    public let auth: String
}
