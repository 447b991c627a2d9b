// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import Testing
import WaxJSON
import WaxSimulator

/// The credentials with which a server comes to Apple and Google.
@Suite(.bounded, .timeLimit(.minutes(4))) struct ProviderTokenTests {
    private static let message: JSONObject = ["title": "Title"]

    /// The refusals of a provider token.
    private static let refusals: [SimulatedService: Fault] = [
        .apns: .answer("ExpiredProviderToken"), .fcm: .answer("UNAUTHENTICATED", status: 401),
    ]

    @Test(arguments: [Stage.iPhone, Stage.android])
    func aTokenThatIsNoLongerTakenIsTriedOnceMore(_ app: SimulatedApp) async throws {
        let stage = try await Stage()
        let service = app == Stage.android ? SimulatedService.fcm : .apns
        let phone = try await stage.phone(app, user: "user")
        let refusal = try #require(Self.refusals[service])
        stage.simulator.order(refusal, service: service, times: 1)
        let push = try await stage.send(to: "user", Self.message)
        #expect(push["status"] == "sent")
        #expect(try await stage.api.delivery(push.string("id"))["attempts"] == 2)
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.count == 1)
        #expect(stage.received.count == 2)

        stage.simulator.order(refusal, service: service, times: nil)
        let failed = try await stage.send(to: "user", Self.message)
        #expect(failed["status"] == "failed" && failed["error_code"] == "PROVIDER_AUTH_FAILED")
        #expect(try await stage.api.delivery(failed.string("id"))["attempts"] == 2)
        #expect(stage.received.count == 4)
        // Apple complains of a token that comes too soon after the last; it is not the device's fault.
        #expect(stage.simulator.counts(of: .apns).refused["TooManyProviderTokenUpdates"] == nil)
        #expect(try await stage.api.list("/v1/push/devices?active=true").count == 1)

        if service == .fcm {
            // Google refuses the credentials: for a while it is not bothered with them.
            let paused = try await stage.send(to: "user", Self.message)
            #expect(paused["error_code"] == "PROVIDER_AUTH_FAILED")
            #expect(stage.received.count == 4)
        } else {
            // Apple found the token too old, which says nothing against the key.
            stage.simulator.clearFaults()
            #expect(try await stage.send(to: "user", Self.message)["status"] == "sent")
        }
    }

    @Test func oneTokenServesManyPushes() async throws {
        let stage = try await Stage()
        for number in 0..<10 {
            _ = try await stage.phone(number.isMultiple(of: 2) ? Stage.iPhone : Stage.android, user: "user")
        }
        for _ in 0..<3 { #expect(try await stage.send(to: "user", Self.message)["counts"]?["sent"] == 10) }
        #expect(stage.simulator.counts(of: .oauth).total == 1)
        #expect(stage.simulator.counts(of: .apns).refused == [:])
        #expect(stage.simulator.counts(of: .fcm).refused == [:])
    }

    @Test func aClockThatIsWrongEndsInOneRepetition() async throws {
        let stage = try await Stage()
        _ = try await stage.phone(Stage.iPhone, user: "user")
        stage.simulator.setClockOffset(.seconds(2 * 3600))
        let push = try await stage.send(to: "user", Self.message)
        #expect(push["error_code"] == "PROVIDER_AUTH_FAILED")
        #expect(stage.simulator.counts(of: .apns).refused == ["ExpiredProviderToken": 2])
        stage.simulator.setClockOffset(.zero)
        #expect(try await stage.send(to: "user", Self.message)["status"] == "sent")
    }

    @Test func aRevokedKeyFailsAndANewOneIsTakenAtOnce() async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(Stage.iPhone, user: "user")
        #expect(try await stage.send(to: "user", Self.message)["status"] == "sent")
        stage.simulator.revokeAPNsKey(stage.apnsKey.keyID)
        let failed = try await stage.send(to: "user", Self.message)
        #expect(failed["error_code"] == "PROVIDER_AUTH_FAILED")
        let key = stage.simulator.issueAPNsKey(bundleID: Stage.bundleID)
        let changed = JSONObject(Stage.credentials(key, stage.serviceAccount).filter { $0.0 == "apns" })
        try await stage.api.make("PATCH", "/v1/push/apps/\(stage.appID)", changed)
        #expect(try await stage.send(to: "user", Self.message)["status"] == "sent")
        #expect(await phone.shown(atLeast: 2, within: .seconds(30))?.count == 2)
    }

    /// Apple's half of a push does not wait for Google's token service.
    @Test func aTokenServiceThatIsDownIsAskedAgain() async throws {
        let stage = try await Stage()
        let iPhone = try await stage.phone(Stage.iPhone, user: "user")
        let android = try await stage.phone(Stage.android, user: "user")
        stage.simulator.order(.answer("temporarily_unavailable", status: 503), service: .oauth, times: 1)
        let id = try await stage.api.send(stage.push(to: "user", Self.message))
        #expect(await iPhone.shown(atLeast: 1, within: .seconds(30))?.count == 1)
        let push = try await stage.api.finished(id)
        #expect(push["status"] == "sent")
        #expect(push["counts"] == ["queued": 0, "sent": 2, "failed": 0, "refused": 0])
        #expect(await android.shown(atLeast: 1, within: .seconds(30))?.count == 1)
        #expect(stage.simulator.counts(of: .oauth).total == 2)
        #expect(iPhone.received.count == 1)
    }

    @Test func aServiceAccountThatIsRefusedFailsAtOnce() async throws {
        let stage = try await Stage()
        _ = try await stage.phone(Stage.android, user: "user")
        stage.simulator.order(.answer("invalid_grant", status: 400), service: .oauth, times: nil)
        let push = try await stage.send(to: "user", Self.message)
        #expect(push["error_code"] == "PROVIDER_AUTH_FAILED")
        #expect(stage.simulator.counts(of: .fcm).total == 0)
    }
}
