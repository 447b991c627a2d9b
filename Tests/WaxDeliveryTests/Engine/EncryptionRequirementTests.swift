// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxDelivery

/// A device with a key never gets plain text; where encryption is required nobody does.
@Suite struct EncryptionRequirementTests {
    @Test func whoHasNoKeyIsRefused() throws {
        let rig = try EngineRig()
        let app = try rig.app(requireEncryption: true)
        let keys = DeviceKeys()
        try rig.store.addDevice(app, "aa", key: keys.publicKey)
        try rig.store.addDevice(app, "bb")
        try rig.store.addDevice(app, "droid", .android)
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(push) == [.sent, .refused, .refused])
        #expect(try rig.codes(push) == [nil, "ENCRYPTION_KEY_MISSING", "ENCRYPTION_KEY_MISSING"])
        let done = try rig.push(push)
        #expect(done.state == .sent && done.encrypted && done.deviceCount == 1)
        #expect(done.counts == Push.Counts(sent: 1, refused: 2))
        #expect(rig.providers.sent.count == 1)
        #expect(try rig.store.deliveries(push).map(\.attempts) == [1, 0, 0])
    }

    @Test func whenAllAreRefusedThePushFails() throws {
        let rig = try EngineRig()
        let app = try rig.app(requireEncryption: true)
        try rig.store.addDevice(app, "bb")
        let push = try rig.store.addPush(app)
        rig.run()
        let done = try rig.push(push)
        #expect(done.state == .failed && done.errorCode == "ENCRYPTION_KEY_MISSING" && done.deviceCount == 0)
        #expect(rig.providers.sent.isEmpty)
    }

    @Test func turningItOnCoversWhatIsScheduledAndQueued() throws {
        let rig = try EngineRig()
        let app = try rig.app()
        try rig.store.addDevice(app, "bb")
        let queued = try rig.store.addPush(app)
        let scheduled = try rig.store.addPush(app, at: rig.store.now + .seconds(60))
        var settings = app.settings
        settings.requireEncryption = true
        try rig.store.change(app, settings)
        rig.run()
        rig.advance(by: .seconds(60))
        for push in [queued, scheduled] {
            #expect(try rig.codes(push) == ["ENCRYPTION_KEY_MISSING"])
            #expect(try rig.push(push).encrypted)
        }
    }

    /// Once sending has started, turning it off allows nothing, and turning it on still ends all plain text, also after a
    /// restart.
    @Test(arguments: [false, true]) func aChangeDuringSendingOnlyForbids(atFirst: Bool) throws {
        let rig = try EngineRig { $0.attemptsInFlight = 2 }
        let app = try rig.app(requireEncryption: atFirst)
        let keys = DeviceKeys()
        for index in 0..<6 { try rig.store.addDevice(app, "a\(index)", key: index < 3 ? keys.publicKey : nil) }
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.push(push).state == .sending)
        var settings = app.settings
        settings.requireEncryption = !atFirst
        try rig.store.change(app, settings)
        let restarted = try rig.restarted()
        restarted.run()
        let done = try restarted.push(push)
        #expect(done.encrypted == atFirst && done.state == .sent)
        #expect(done.counts == Push.Counts(sent: 3, refused: 3))
        try restarted.checkCounts(push)
    }

    /// In memory and through the store: no second attempt in plain text once encryption is required.
    @Test(arguments: [
        (HTTP2Outcome.notProcessed(.refused), Int64(500)), (.apns(503, "ServiceUnavailable"), 900_000),
    ])
    func turningItOnEndsRetriesInPlainText(outcome: HTTP2Outcome, wait: Int64) throws {
        let rig = try EngineRig()
        let app = try rig.app()
        try rig.store.addDevice(app, "aa")
        rig.providers.answer { _ in outcome }
        let push = try rig.store.addPush(app)
        rig.run()
        rig.providers.answer { _ in .accepted }
        var settings = app.settings
        settings.requireEncryption = true
        try rig.store.change(app, settings)
        rig.advance(by: .milliseconds(wait))
        #expect(rig.providers.sent.count == 1)
        #expect(try rig.codes(push) == ["ENCRYPTION_KEY_MISSING"])
        #expect(try rig.states(push) == [.refused])
        #expect(try !rig.push(push).encrypted)
        try rig.checkCounts(push)
    }

    /// Whatever is done to the row of a device with a key, and whatever its platform: no plain text goes out.
    @Test(arguments: [
        "public_key = NULL, key_id = NULL", "public_key = NULL", "public_key = zeroblob(65)", "key_tag = zeroblob(36)",
        "key_id = 'AAAAAAAAAAAAAAAA'",
    ])
    func anUnreadableKeyIsNoKeyAtAll(assignment: String) throws {
        let rig = try EngineRig()
        let app = try rig.app()
        for (token, platform) in [("aa", Platform.ios), ("droid", .android)] {
            try rig.store.addDevice(app, token, platform, key: DeviceKeys().publicKey)
        }
        try rig.store.tamper("UPDATE devices SET \(assignment)")
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.codes(push) == ["ENCRYPTION_FAILED", "ENCRYPTION_FAILED"])
        #expect(try rig.states(push) == [.failed, .failed])
        #expect(rig.providers.sent.isEmpty)
        #expect(try rig.push(push).errorCode == "ENCRYPTION_FAILED")
    }

    @Test func aPushTooLargeToSealIsRefusedAndNotSentPlain() throws {
        let rig = try EngineRig()
        let app = try rig.app()
        try rig.store.addDevice(app, "aa", key: DeviceKeys().publicKey)
        try rig.store.addDevice(app, "bb")
        try rig.store.addDevice(app, "droid", .android, key: DeviceKeys().publicKey)
        let push = try rig.store.addPush(app, PushContent(body: String(repeating: "x", count: 3500)))
        rig.run()
        #expect(try rig.states(push) == [.refused, .sent, .refused])
        #expect(try rig.codes(push) == ["PUSH_PAYLOAD_TOO_LARGE", nil, "PUSH_PAYLOAD_TOO_LARGE"])
        #expect(rig.providers.sent.map { $0.request.path } == ["/3/device/bb"])
        #expect(try rig.push(push).deviceCount == 3)
    }

    @Test func anotherDevicesTokenIsNotSentTo() throws {
        let rig = try EngineRig()
        let app = try rig.app()
        let (first, second) = (try rig.store.addDevice(app, "aa"), try rig.store.addDevice(app, "bb"))
        try rig.store.tamper(
            "UPDATE devices SET token = (SELECT token FROM devices WHERE seq = ?) WHERE seq = ?",
            [.integer(first.seq), .integer(second.seq)])
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.codes(push) == [nil, "TOKEN_INVALID"])
        #expect(rig.providers.sent.map { $0.request.path } == ["/3/device/aa"])
    }
}
