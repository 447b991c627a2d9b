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
    package let token: String
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
        self.userID = userID
        self.environment = environment
        self.key = key
    }
}
