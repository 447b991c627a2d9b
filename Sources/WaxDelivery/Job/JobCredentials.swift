// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords

/// What a push may be sent with.
enum JobCredentials: Sendable {
    /// Test mode needs none.
    case test(account: Int64)
    case live(PushAppCredentials, account: Int64)

    /// The lane of a device; nil when the app has no credential for its platform, or a damaged one.
    ///
    /// `origin` is that of a browser's endpoint.
    func lane(_ platform: Platform, _ environment: APNsEnvironment?, origin: String? = nil) -> LaneKey? {
        switch (self, platform) {
        case (.test, _): return .test
        case (.live(let credentials, let account), .ios):
            guard let apns = credentials.apns else { return nil }
            let environment = environment ?? .production
            let key = apns.signingKey(for: environment)
            return .apns(
                account: account, environment: environment, teamID: apns.teamID, keyID: key.keyID,
                publicKey: key.publicKey, topic: apns.bundleID)
        case (.live(let credentials, let account), .android):
            guard let fcm = credentials.fcm else { return nil }
            return .fcm(account: account, projectID: fcm.projectID, credential: fcm.identity)
        case (.live(let credentials, let account), .web):
            guard let vapid = credentials.webPush, let origin else { return nil }
            return .web(account: account, origin: origin, subject: vapid.subject, publicKey: vapid.publicKey)
        }
    }

    /// Why a device of this platform has no lane.
    func laneError(_ platform: Platform) -> DeliveryError {
        if case .live(let credentials, _) = self, credentials.damaged.contains(platform.provider) {
            .providerAuthFailed
        } else {
            .providerConfigInvalid
        }
    }
}
