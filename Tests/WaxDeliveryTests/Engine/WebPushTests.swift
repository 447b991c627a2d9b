// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// Deliveries to browsers.
@Suite struct WebPushTests {
    private let rig: EngineRig
    private let app: PushApp
    private let browser = TestBrowser("https://push.example.net:8443/send/abc?d")
    private let keys = DeviceKeys()

    init() throws {
        rig = try EngineRig()
        app = try rig.app()
    }

    private func header(_ name: String, _ sent: FakeProviders.Sent) -> String? { sent.request.headers[name] }

    @Test func aSealedPushHoldsTheEnvelopeAndNothingElse() throws {
        try rig.store.addBrowser(app, browser, key: keys.publicKey)
        let push = try rig.store.addPush(app)
        rig.run()
        let sent = try #require(rig.providers.sent.first)
        let opened = try JSONReader.parse(try #require(browser.open(sent.request.body)))
        #expect(opened.objectValue?.keys == ["hk"])
        let envelope = try HKEnvelope(try #require(opened["hk"]))
        #expect(try envelope.open(with: keys.privateKey) == SeedVector.content.plaintext)
        #expect(sent.request.path == "/send/abc?d" && sent.request.method == "POST")
        guard case .web(_, "https://push.example.net:8443", "mailto:push@example.com", _) = sent.lane else {
            Issue.record("\(sent.lane)")
            return
        }
        #expect(header("authorization", sent)?.hasPrefix("vapid t=ey") == true)
        let delivery = try #require(try rig.store.deliveries(push).first)
        #expect(delivery.state == .sent && delivery.encrypted && delivery.platform == .web)
    }

    @Test func aBrowserWithoutAKeyGetsTheContentAsItReads() throws {
        try rig.store.addBrowser(app, browser)
        let push = try rig.store.addPush(
            app, options: DeliveryOptions(priority: .normal, ttlSeconds: 60, collapseKey: "game"))
        rig.run()
        let sent = try #require(rig.providers.sent.first)
        #expect(browser.open(sent.request.body) == SeedVector.content.plaintext)
        #expect(header("ttl", sent) == "60" && header("urgency", sent) == "normal" && header("topic", sent) == "game")
        #expect(header("content-encoding", sent) == "aes128gcm")
        #expect(try rig.store.deliveries(push).first?.encrypted == false)
    }

    @Test func whereEncryptionIsRequiredABrowserNeedsAKey() throws {
        let app = try rig.app(requireEncryption: true)
        try rig.store.addBrowser(app, browser)
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(push) == [.refused] && rig.codes(push) == ["ENCRYPTION_KEY_MISSING"])
        #expect(rig.providers.sent.isEmpty)
    }

    @Test func theTimeToLiveIsWhatIsLeft() throws {
        rig.providers.answer { _ in .answer(503, headers: ["retry-after": "20"]) }
        try rig.store.addBrowser(app, browser)
        let push = try rig.store.addPush(app, options: DeliveryOptions(ttlSeconds: 100))
        rig.run()
        rig.providers.answer { _ in .accepted }
        rig.advance(by: .seconds(45))
        #expect(try rig.states(push) == [.sent])
        #expect(rig.providers.sent.map { header("ttl", $0) } == ["100", "55"])
    }

    @Test func eachServiceHasItsOwnLaneAndToken() throws {
        for host in ["a", "b", "a"] {
            try rig.store.addBrowser(
                app,
                TestBrowser("https://\(host).example.net/\(ULID(time: rig.store.now, random: SystemRandom()).text)"))
        }
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(push) == [.sent, .sent, .sent])
        #expect(Set(rig.providers.opened).count == 2)
        #expect(Set(rig.providers.sent.map { header("authorization", $0) }).count == 2)
    }

    @Test(arguments: [404, 410]) func aSubscriptionThatIsGoneEndsItsDevice(status: Int) throws {
        rig.providers.answer { _ in .answer(status) }
        let device = try rig.store.addBrowser(app, browser)
        rig.store.time.advance(by: .seconds(1))
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.codes(push) == ["TOKEN_UNREGISTERED"])
        #expect(try rig.store.device(device.seq)?.isActive == false)
    }

    @Test func aRefusedTokenIsReplacedOnce() throws {
        rig.providers.answer { _ in .answer(401) }
        let device = try rig.store.addBrowser(app, browser)
        let push = try rig.store.addPush(app)
        rig.run()
        rig.advance(by: .seconds(1))
        #expect(try rig.codes(push) == ["PROVIDER_AUTH_FAILED"] && rig.providers.sent.count == 2)
        #expect(try rig.store.device(device.seq)?.isActive == true)
        // Another subscription at the same service is not held up by it.
        rig.providers.answer { _ in .accepted }
        let next = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(next) == [.sent])
    }

    @Test func anAddressBesideTheServerEndsItsDevice() throws {
        rig.providers.answer { _ in .notProcessed(.forbiddenAddress) }
        let device = try rig.store.addBrowser(app, browser)
        rig.store.time.advance(by: .seconds(1))
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.codes(push) == ["TOKEN_INVALID"] && rig.providers.sent.count == 1)
        #expect(try rig.store.device(device.seq)?.isActive == false)
    }

    @Test func withoutAVAPIDKeyNothingIsSent() throws {
        let bare = try rig.store.addApp(
            owner: app.owner, PushAppSettings(name: "Bare"), PushAppCredentials(apns: TestKeys.apns()))
        try rig.store.addBrowser(bare, browser)
        let push = try rig.store.addPush(bare)
        rig.run()
        #expect(try rig.codes(push) == ["PROVIDER_CONFIG_INVALID"] && rig.providers.sent.isEmpty)
    }

    @Test func aStoredSubscriptionThatIsNoneIsNoToken() throws {
        try rig.store.addBrowser(app, browser)
        try rig.store.register(DeviceRegistration(app: app.seq, platform: .web, token: "https://push.example.net/x"))
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.codes(push) == [nil, "TOKEN_INVALID"])
    }

    @Test(arguments: [(true, 2871), (false, 3993)]) func theLargestPush(isSealed: Bool, largest: Int) throws {
        try rig.store.addBrowser(app, browser, key: isSealed ? keys.publicKey : nil)
        let pushes = try [largest, largest + 1].map {
            try rig.store.addPush(app, PushContent(body: String(repeating: "x", count: $0 - 11)))
        }
        rig.run()
        #expect(try rig.states(pushes[0]) == [.sent])
        #expect(try rig.codes(pushes[1]) == ["PUSH_PAYLOAD_TOO_LARGE"] && rig.states(pushes[1]) == [.refused])
        // An envelope's length steps over one byte in four.
        #expect(rig.providers.sent.map(\.request.body.count) == [4096])
    }
}
