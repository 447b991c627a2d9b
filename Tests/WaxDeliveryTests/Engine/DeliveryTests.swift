// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// What reaches the providers of one push, and what is written of it.
@Suite struct DeliveryTests {
    @Test func theSeedsPushToBothPlatforms() async throws {
        let rig = try EngineRig()
        let app = try rig.app()
        let keys = try DeviceKeys.seed()
        try rig.store.addDevice(app, "aa11", .ios, key: keys.publicKey)
        try rig.store.addDevice(app, "droid", .android, key: keys.publicKey)
        let push = try rig.store.addPush(app, SeedVector.content)
        try await rig.run { try rig.push(push).state.isFinal }

        #expect(rig.providers.sent.count == 2)
        let apple = try #require(rig.providers.sent.first { $0.lane.provider == .apns }?.request)
        #expect(apple.path == "/3/device/aa11")
        #expect(String(decoding: apple.body, as: UTF8.self).hasPrefix(SeedVector.apnsStart))
        let opened = try OpenedRequest(apple)
        #expect(opened.envelope?.kid == SeedVector.keyID)
        #expect(try opened.plaintext(keys) == SeedVector.plaintext)
        #expect(apple.headers["apns-topic"] == "com.example.app" && apple.headers["apns-push-type"] == "alert")
        #expect(apple.headers["apns-priority"] == "10")
        #expect(apple.headers["apns-expiration"] == String(rig.store.now.seconds + 2_419_200))

        let google = try #require(rig.providers.sent.first { $0.lane.provider == .fcm }?.request)
        #expect(google.path == "/v1/projects/demo-project/messages:send")
        #expect(google.headers["authorization"] == "Bearer ya29.1")
        let message = try OpenedRequest(google)
        #expect(message.token == "droid" && message.body["message"]?["notification"] == nil)
        #expect(try message.plaintext(keys) == SeedVector.plaintext)
        #expect(message.body["message"]?["data"]?.objectValue?.keys == ["hk"])
        #expect(message.body["message"]?["android"] == ["priority": "HIGH", "ttl": "2419200s"])

        let done = try rig.push(push)
        #expect(done.state == .sent && done.sentAt == rig.store.now && done.isPurged && done.deviceCount == 2)
        #expect(done.counts == Push.Counts(sent: 2))
        for delivery in try rig.store.deliveries(push) {
            #expect(delivery.state == .sent && delivery.encrypted && delivery.attempts == 1)
            #expect(delivery.providerStatus == 200 && delivery.providerMessageID != nil)
            #expect(delivery.sentAt == rig.store.now && delivery.errorCode == nil)
        }
    }

    @Test func everyDeviceGetsItsOwnEnvelopeAndThoseWithoutAKeyPlainText() async throws {
        let rig = try EngineRig()
        let app = try rig.app()
        let devices = (0..<20).map { _ in DeviceKeys() }
        for (index, keys) in devices.enumerated() {
            let platform: Platform = index < 10 ? .ios : .android
            try rig.store.addDevice(app, "a\(index)f", platform, key: index.isMultiple(of: 2) ? keys.publicKey : nil)
        }
        let push = try rig.store.addPush(app, SeedVector.content)
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(rig.providers.sent.count == 20)
        for sent in rig.providers.sent {
            let opened = try OpenedRequest(sent.request)
            let index = try #require(Int(opened.token.dropFirst().dropLast()))
            if index.isMultiple(of: 2) {
                #expect(try opened.plaintext(devices[index]) == SeedVector.plaintext)
                #expect(!String(decoding: sent.request.body, as: UTF8.self).contains("123456"))
            } else {
                #expect(opened.envelope == nil)
                #expect(String(decoding: sent.request.body, as: UTF8.self).contains("123456"))
            }
        }
        let encrypted = try rig.store.deliveries(push).map(\.encrypted)
        #expect(encrypted == devices.indices.map { $0.isMultiple(of: 2) })
        try rig.checkCounts(push)
    }

    @Test func oneFailingDeviceDoesNotHoldUpAnother() throws {
        let rig = try EngineRig()
        let app = try rig.app()
        for index in 0..<50 { try rig.store.addDevice(app, "a\(index)f") }
        let outcomes: [HTTP2Outcome?] = [
            nil, .apns(400, "BadDeviceToken"), .apns(503, "ServiceUnavailable"), .unknown(.timedOut),
            .apns(429, "TooManyRequests"),
        ]
        rig.providers.answer { sent in
            let index = Int(sent.request.path.dropFirst("/3/device/a".count).dropLast()) ?? 0
            return outcomes[index % 5] ?? .accepted
        }
        let push = try rig.store.addPush(app)
        rig.run()
        let states = try rig.states(push)
        for (index, state) in states.enumerated() {
            let expected: [DeliveryState] = [.sent, .failed, .queued, .queued, .queued]
            #expect(state == expected[index % 5])
        }
        #expect(try rig.push(push).state == .sending)
        try rig.checkCounts(push)
    }

    @Test func aCollapseKeyTakesThePlaceOfTheDeliveryID() throws {
        let rig = try EngineRig()
        let app = try rig.app()
        try rig.store.addDevice(app, "aa")
        let plain = try rig.store.addPush(app)
        rig.run()
        let keyed = try rig.store.addPush(app, options: DeliveryOptions(priority: .normal, collapseKey: "chat-7"))
        rig.run()
        let ids = rig.providers.sent.map { $0.request.headers["apns-collapse-id"] }
        #expect(ids == [PublicID(.delivery, plain.deliveryID(0)).text, "chat-7"])
        #expect(rig.providers.sent.last?.request.headers["apns-priority"] == "5")
        #expect(try rig.states(keyed) == [.sent])
    }

    @Test func appsWithoutCredentialsFailByPlatform() async throws {
        let rig = try EngineRig()
        let app = try rig.app(apns: nil)
        try rig.store.addDevice(app, "aa")
        try rig.store.addDevice(app, "droid", .android)
        let push = try rig.store.addPush(app)
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(try rig.codes(push) == ["PROVIDER_CONFIG_INVALID", nil])
        #expect(try rig.push(push).counts == Push.Counts(sent: 1, failed: 1))
        #expect(rig.providers.opened.map(\.provider) == [.fcm])
    }

    @Test func aPushToNobodyFails() throws {
        let rig = try EngineRig()
        let app = try rig.app()
        let pushes = [
            try rig.store.addPush(app), try rig.store.addPush(app, to: .users(["nobody"])),
            try rig.store.addPush(app, at: rig.store.now + .seconds(5)),
        ]
        rig.run()
        rig.advance(by: .seconds(5))
        for push in pushes {
            let done = try rig.push(push)
            #expect(done.state == .failed && done.errorCode == "NO_DEVICES" && done.isPurged && done.deviceCount == 0)
        }
        #expect(rig.providers.sent.isEmpty)
    }

    @Test func aScheduledPushWaitsForItsTime() throws {
        let rig = try EngineRig()
        let app = try rig.app()
        try rig.store.addDevice(app, "aa")
        let time = rig.store.now + .seconds(3600)
        let push = try rig.store.addPush(app, options: DeliveryOptions(ttlSeconds: 60), at: time)
        rig.run()
        rig.advance(by: .milliseconds(3_599_999))
        #expect(try rig.push(push).state == .scheduled && rig.providers.sent.isEmpty)
        rig.advance(by: .milliseconds(1))
        #expect(try rig.push(push).state == .sent)
        #expect(rig.providers.sent.first?.request.headers["apns-expiration"] == String(time.seconds + 60))
    }

    @Test func theLogTellsNothingOfThePush() async throws {
        let rig = try EngineRig()
        let app = try rig.app()
        try rig.store.addDevice(app, "feedc0ffee", user: "anna", key: DeviceKeys().publicKey)
        try rig.store.addDevice(app, "droid-token", .android)
        rig.providers.answer { sent in
            sent.lane.provider == .apns ? .apns(403, "InvalidProviderToken") : .fcm(403, "PERMISSION_DENIED")
        }
        let push = try rig.store.addPush(app, SeedVector.content)
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(!rig.lines.all.isEmpty)
        let bearer = rig.providers.sent.compactMap { $0.request.headers["authorization"] }
        for secret in ["feedc0ffee", "droid-token", "Your code", "123456", "anna"] + bearer {
            #expect(rig.lines.count(secret) == 0)
        }
    }
}
