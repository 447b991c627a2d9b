// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// Which deliveries may share provider connections: Apple binds one to a team, an environment, a key and a topic.
///
/// Never those of two accounts: one that claims another's names with a wrong key must not spoil the other's connection.
package enum LaneKey: Hashable, Sendable {
    case apns(account: Int64, environment: APNsEnvironment, teamID: String, keyID: String, topic: String)
    case fcm(account: Int64, projectID: String)
    /// Deliveries of test keys, which no provider sees.
    case test

    /// What a log may say of it.
    var provider: String {
        switch self {
        case .apns: "APNs"
        case .fcm: "FCM"
        case .test: "the test provider"
        }
    }
}
