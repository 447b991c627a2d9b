// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// Which deliveries may share provider connections: Apple binds one to a team, an environment, a key and a topic.
package enum LaneKey: Hashable, Sendable {
    case apns(environment: APNsEnvironment, teamID: String, keyID: String, topic: String)
    case fcm(projectID: String)
    /// Deliveries of test keys, which no provider sees.
    case test
}
