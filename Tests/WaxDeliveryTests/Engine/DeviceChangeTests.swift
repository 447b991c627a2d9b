// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxDelivery

/// Devices that change between two attempts, and what answers do to devices.
@Suite struct DeviceChangeTests {
    private let rig: EngineRig
    private let app: PushApp
    private let first = DeviceKeys()
    private let device: Device

    init() throws {
        rig = try EngineRig()
        app = try rig.app()
        device = try rig.store.addDevice(app, "aa", key: first.publicKey)
    }

    /// Sends a push whose first attempt ends with `outcome`; those that follow are accepted.
    private func start(_ outcome: HTTP2Outcome) throws -> Push {
        rig.providers.answer { _ in outcome }
        let push = try rig.store.addPush(app)
        rig.run()
        rig.providers.answer { _ in .accepted }
        return push
    }

    private func register(key: DeviceRegistration.Change<HKPublicKey> = .keep) throws {
        try rig.store.register(DeviceRegistration(app: app.seq, platform: .ios, token: "aa", key: key))
    }

    /// In memory and through the store: the retry is for the key that the device has now.
    @Test(arguments: [
        (HTTP2Outcome.notProcessed(.refused), Int64(500)), (.apns(503, "ServiceUnavailable"), 900_000),
        (.unknown(.timedOut), 1000),
    ])
    func aNewKeyIsUsedByTheRetry(outcome: HTTP2Outcome, wait: Int64) throws {
        let push = try start(outcome)
        let second = DeviceKeys()
        try register(key: .set(second.publicKey))
        rig.advance(by: .milliseconds(wait))
        #expect(rig.providers.sent.count == 2)
        let opened = try OpenedRequest(try #require(rig.providers.sent.last).request)
        #expect(opened.envelope?.kid == second.publicKey.keyID)
        #expect(try opened.plaintext(second) == SeedVector.plaintext)
        #expect(try rig.states(push) == [.sent])
        #expect(try rig.store.deliveries(push).map(\.attempts) == [2])
        try rig.checkCounts(push)
    }

    @Test func anUnchangedDeviceGetsTheSameEnvelope() throws {
        _ = try start(.notProcessed(.refused))
        rig.advance(by: .milliseconds(500))
        #expect(rig.providers.sent.count == 2)
        #expect(Set(rig.providers.sent.map(\.request.body)).count == 1)
    }

    @Test(arguments: [
        (HTTP2Outcome.notProcessed(.refused), Int64(500)), (.apns(503, "ServiceUnavailable"), 900_000),
    ])
    func aDeletedDeviceGetsNothing(outcome: HTTP2Outcome, wait: Int64) throws {
        let push = try start(outcome)
        rig.store.time.advance(by: .milliseconds(1))
        let (device, now) = (device, rig.store.now)
        try rig.store.write { try DeviceTable($0, $1).delete(device, now: now) }
        rig.advance(by: .milliseconds(wait))
        #expect(rig.providers.sent.count == 1)
        #expect(try rig.codes(push) == ["DEVICE_DELETED"] && rig.states(push) == [.failed])
        #expect(try rig.push(push).errorCode == "DEVICE_DELETED")
        try rig.checkCounts(push)
    }

    @Test(arguments: [
        (HTTP2Outcome.notProcessed(.refused), Int64(500)), (.apns(503, "ServiceUnavailable"), 900_000),
    ])
    func anInactiveDeviceGetsNothing(outcome: HTTP2Outcome, wait: Int64) throws {
        let push = try start(outcome)
        rig.store.time.advance(by: .milliseconds(1))
        let (device, now) = (device, rig.store.now)
        try rig.store.write { sql, vault in
            try DeviceTable(sql, vault).deactivate(
                device.seq, reason: "TOKEN_UNREGISTERED", unlessRegisteredSince: now, now: now)
        }
        rig.advance(by: .milliseconds(wait))
        #expect(rig.providers.sent.count == 1)
        #expect(try rig.codes(push) == ["DEVICE_INACTIVE"])
        try rig.checkCounts(push)
    }

    /// A key that is removed meanwhile: plain text, or nothing where encryption is required, as for any device.
    @Test(arguments: [false, true]) func aRemovedKey(required: Bool) throws {
        var settings = app.settings
        settings.requireEncryption = required
        try rig.store.change(app, settings)
        let push = try start(.apns(503, "ServiceUnavailable"))
        try register(key: .clear)
        rig.advance(by: .seconds(900))
        #expect(try rig.states(push) == [required ? .refused : .sent])
        #expect(rig.providers.sent.count == (required ? 1 : 2))
        #expect(try rig.store.deliveries(push).map(\.encrypted) == [required])
        try rig.checkCounts(push)
    }

    @Test func aKeyThatBecomesUnreadableIsNotSentPlain() throws {
        let push = try start(.apns(503, "ServiceUnavailable"))
        try rig.store.tamper("UPDATE devices SET public_key = NULL, key_id = NULL")
        rig.advance(by: .seconds(900))
        #expect(try rig.codes(push) == ["ENCRYPTION_FAILED"])
        #expect(rig.providers.sent.count == 1)
    }

    // MARK: What answers do

    private func isActive() throws -> Bool { try #require(try rig.store.device(device.seq)).isActive }

    @Test func aDeadTokenEndsItsDevice() throws {
        rig.store.time.advance(by: .seconds(1))
        let died = rig.store.now.milliseconds
        let push = try start(.apns(410, "Unregistered", timestamp: died))
        #expect(try rig.codes(push) == ["TOKEN_UNREGISTERED"])
        let dead = try #require(try rig.store.device(device.seq))
        #expect(
            !dead.isActive && dead.deactivationReason == "TOKEN_UNREGISTERED" && dead.deactivatedAt == rig.store.now)
        #expect(try rig.store.integers("SELECT devices FROM audiences") == [0])
    }

    @Test func aTokenThatDiedBeforeTheRegistrationKeepsItsDevice() throws {
        rig.store.time.advance(by: .seconds(1))
        let push = try start(.apns(410, "Unregistered", timestamp: device.lastRegisteredAt.milliseconds - 1))
        #expect(try rig.codes(push) == ["TOKEN_UNREGISTERED"])
        #expect(try isActive())
    }

    @Test(arguments: ["Unregistered", "BadDeviceToken", "DeviceTokenNotForTopic"])
    func aRegistrationThatComesWithTheAnswerWins(reason: String) throws {
        rig.store.time.advance(by: .seconds(1))
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        rig.run()
        try register()
        rig.providers.release { _ in .apns(reason == "Unregistered" ? 410 : 400, reason) }
        rig.run()
        #expect(try rig.states(push) == [.failed])
        #expect(try isActive())
    }

    /// The other environment is never tried.
    @Test(arguments: [APNsEnvironment.production, .sandbox])
    func aTokenThatAppleDoesNotKnowIsSentNowhereElse(environment: APNsEnvironment) throws {
        try rig.store.register(
            DeviceRegistration(app: app.seq, platform: .ios, token: "aa", environment: environment))
        let push = try start(.apns(400, "BadDeviceToken"))
        for _ in 0..<5 { rig.advance(by: .seconds(900)) }
        #expect(try rig.codes(push) == ["TOKEN_INVALID"])
        #expect(rig.providers.sent.count == 1 && rig.providers.opened.count == 1)
        guard case .apns(_, environment, _, _, _, _) = rig.providers.opened.first else {
            Issue.record("another lane than that of its environment")
            return
        }
    }

    /// Apple counts 410 as no error, and neither does the breaker.
    @Test func howeverManyTokensAreGoneTheyAreGone() throws {
        for index in 0..<99 { try rig.store.addDevice(app, "b\(index)") }
        rig.store.time.advance(by: .seconds(1))
        let push = try start(.apns(410, "Unregistered"))
        #expect(try rig.codes(push).allSatisfy { $0 == "TOKEN_UNREGISTERED" })
        #expect(try rig.store.integers("SELECT count(*) FROM devices WHERE active = 0") == [100])
        #expect(rig.lines.count("tokens_refused") == 0)
    }

    /// Google's word for tokens of another project has the same breaker, and one of its own.
    @Test func whenMostTokensAreAnotherProjectsTheAppIsToBlame() async throws {
        for index in 0..<40 { try rig.store.addDevice(app, "droid\(index)", .android) }
        rig.store.time.advance(by: .seconds(1))
        rig.providers.answer { sent in
            sent.lane.provider == .fcm ? .fcm(403, "SENDER_ID_MISMATCH") : .apns(400, "DeviceTokenNotForTopic")
        }
        let push = try rig.store.addPush(app)
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(try rig.codes(push).allSatisfy { $0 == "TOKEN_NOT_FOR_APP" })
        #expect(try rig.store.integers("SELECT count(*) FROM devices WHERE active = 0 AND platform = 2") == [20])
        // The one iPhone is another lane's.
        #expect(try !isActive())
        #expect(rig.lines.count("tokens_refused") == 1)
    }

    /// Most of an app's tokens refused: the environment is wrong, not the tokens.
    @Test func whenMostTokensAreRefusedTheAppIsToBlame() throws {
        for index in 0..<99 { try rig.store.addDevice(app, "b\(index)") }
        rig.store.time.advance(by: .seconds(1))
        let push = try start(.apns(400, "BadDeviceToken"))
        #expect(try rig.codes(push).allSatisfy { $0 == "TOKEN_INVALID" })
        #expect(try rig.store.integers("SELECT count(*) FROM devices WHERE active = 0") == [20])
        #expect(rig.lines.count("tokens_refused") == 1)
    }

    @Test func aFewDeadTokensAmongManyAreDead() throws {
        for index in 0..<199 { try rig.store.addDevice(app, "b\(index)") }
        rig.store.time.advance(by: .seconds(1))
        rig.providers.answer { sent in
            sent.request.path.hasSuffix("7") || sent.request.path.hasSuffix("8")
                ? .apns(400, "BadDeviceToken") : .accepted
        }
        _ = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.store.integers("SELECT count(*) FROM devices WHERE active = 0") == [40])
        #expect(rig.lines.count("tokens_refused") == 0)
    }
}
