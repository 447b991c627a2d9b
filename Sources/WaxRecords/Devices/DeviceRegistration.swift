// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
package import WaxProviders

/// What one registration says of a device.
package struct DeviceRegistration: Sendable {
    /// A member that a registration may leave as it is, clear, or set.
    package enum Change<Value: Sendable>: Sendable {
        case keep
        case clear
        case set(Value)
    }

    package let app: Int64
    package let platform: Platform
    /// What the provider is told, of a browser the stored form of its subscription.
    package let token: String
    /// By what the device is known again: its token, or its subscription's endpoint.
    package let lookup: String
    package let userID: Change<String>
    package let environment: APNsEnvironment?
    package let key: Change<HKPublicKey>

    package init(
        app: Int64, platform: Platform, token: String, userID: Change<String> = .keep,
        environment: APNsEnvironment? = nil, key: Change<HKPublicKey> = .keep
    ) {
        self.app = app
        self.platform = platform
        self.token = token
        lookup = token
        self.userID = userID
        self.environment = environment
        self.key = key
    }

    /// A browser's registration.
    package init(
        app: Int64, subscription: WebPushSubscription, userID: Change<String> = .keep, key: Change<HKPublicKey> = .keep
    ) {
        self.app = app
        platform = .web
        token = subscription.stored
        lookup = subscription.endpoint.text
        self.userID = userID
        environment = nil
        self.key = key
    }
}
