// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// Which deliveries may share provider connections: Apple binds one to a team, an environment, a key and a topic.
///
/// Never those of two accounts, nor those with two keys of one name: whoever uses another's names with a wrong key must
/// not spoil the other's connection.
package enum LaneKey: Hashable, Sendable {
    // Boxed: every attempt of a page holds the same one.
    indirect case apns(
        account: Int64, environment: APNsEnvironment, teamID: String, keyID: String, publicKey: [UInt8], topic: String)
    indirect case fcm(account: Int64, projectID: String, credential: FCMCredential.Identity)
    /// A push service of browsers, at the origin of their endpoints.
    indirect case web(account: Int64, origin: String, subject: String, publicKey: [UInt8])
    /// Deliveries of test keys, which no provider sees.
    case test

    /// Who is at its end; test mode, which plays all, has no connection.
    var provider: Provider {
        switch self {
        case .apns: .apns
        case .fcm, .test: .fcm
        case .web: .webPush
        }
    }
}
