// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxCrypto
import WaxProviders
import WaxRecords

@testable import WaxDelivery

/// Who shares a lane with whom.
@Suite struct JobCredentialsTests {
    private func lane(
        _ credentials: PushAppCredentials, account: Int64 = 1, _ platform: Platform = .ios,
        _ environment: APNsEnvironment? = .production
    ) -> LaneKey? {
        JobCredentials.live(credentials, account: account).lane(platform, environment)
    }

    @Test func appsWithTheSameCredentialsShareALane() throws {
        let first = PushAppCredentials(apns: TestKeys.apns(), fcm: try TestKeys.fcm())
        let second = PushAppCredentials(apns: TestKeys.apns(), fcm: try TestKeys.fcm())
        #expect(lane(first) == lane(second))
        #expect(lane(first, .android, nil) == lane(second, .android, nil))
        #expect(lane(first, .ios, nil) == lane(first, .ios, .production))
        #expect(lane(first, .ios, .sandbox) != lane(first, .ios, .production))
    }

    @Test func neverTwoAccounts() throws {
        let credentials = PushAppCredentials(apns: TestKeys.apns(), fcm: try TestKeys.fcm())
        #expect(lane(credentials, account: 1) != lane(credentials, account: 2))
        #expect(lane(credentials, account: 1, .android) != lane(credentials, account: 2, .android))
    }

    @Test func neverTwoKeysOfOneName() throws {
        let other = APNsCredential(
            teamID: "TEAM123456", bundleID: "com.example.app",
            key: APNsSigningKey(keyID: "KEY1234567", privateKey: P256.Signing.PrivateKey()))
        #expect(lane(PushAppCredentials(apns: TestKeys.apns())) != lane(PushAppCredentials(apns: other)))
        let account = try TestKeys.fcm(email: "other@demo-project.iam.gserviceaccount.com")
        #expect(
            lane(PushAppCredentials(fcm: try TestKeys.fcm()), .android)
                != lane(PushAppCredentials(fcm: account), .android))
    }

    @Test(arguments: [
        ("teamID", "TEAM654321", "KEY1234567", "com.example.app"),
        ("keyID", "TEAM123456", "KEY7654321", "com.example.app"),
        ("topic", "TEAM123456", "KEY1234567", "com.example.other"),
    ])
    func eachNameCounts(_: String, team: String, key: String, bundle: String) {
        let other = TestKeys.apns(teamID: team, keyID: key, bundleID: bundle)
        #expect(lane(PushAppCredentials(apns: other)) != lane(PushAppCredentials(apns: TestKeys.apns())))
    }

    @Test func aBrowsersLaneIsItsServiceAndItsAppsKey() {
        func lane(_ credential: VAPIDCredential?, account: Int64 = 1, _ origin: String? = "https://a.example")
            -> LaneKey?
        {
            JobCredentials.live(PushAppCredentials(webPush: credential), account: account)
                .lane(.web, nil, origin: origin)
        }
        let vapid = TestKeys.vapid()
        #expect(lane(vapid) != nil && lane(vapid) == lane(TestKeys.vapid()))
        #expect(lane(vapid, "https://b.example") != lane(vapid) && lane(vapid, account: 2) != lane(vapid))
        #expect(lane(TestKeys.vapid(subject: "mailto:other@example.com")) != lane(vapid))
        #expect(lane(VAPIDCredential(subject: vapid.subject, privateKey: P256.Signing.PrivateKey())) != lane(vapid))
        #expect(lane(vapid, nil) == nil && lane(nil) == nil)
    }

    @Test func withoutCredentialsThereIsNoLane() {
        let none = JobCredentials.live(PushAppCredentials(), account: 1)
        for platform in Platform.allCases {
            #expect(none.lane(platform, nil) == nil)
            #expect(none.laneError(platform) == .providerConfigInvalid)
            #expect(JobCredentials.test(account: 1).lane(platform, nil) == .test)
        }
    }

    @Test(arguments: Platform.allCases) func aDamagedCredentialIsItsPlatformsAlone(platform: Platform) throws {
        var credentials = PushAppCredentials(
            apns: TestKeys.apns(), fcm: try TestKeys.fcm(), webPush: TestKeys.vapid())
        switch platform {
        case .ios: credentials.apns = nil
        case .android: credentials.fcm = nil
        case .web: credentials.webPush = nil
        }
        credentials.damaged = [platform.provider]
        let job = JobCredentials.live(credentials, account: 1)
        for other in Platform.allCases {
            let lane = job.lane(other, .production, origin: "https://push.example.net")
            #expect((lane == nil) == (other == platform))
            #expect(job.laneError(other) == (other == platform ? .providerAuthFailed : .providerConfigInvalid))
        }
    }
}
