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

/// Test keys: every outcome, without a network.
@Suite struct TestModeTests {
    /// Each magic token with the end of its delivery, its attempts, and whether the device stays active.
    static let outcomes: [(MagicToken, DeliveryState, String?, Int64, Bool)] = [
        (.accept, .sent, nil, 1, true), (.unregistered, .failed, "TOKEN_UNREGISTERED", 1, false),
        (.badToken, .failed, "TOKEN_INVALID", 1, false), (.wrongApp, .failed, "TOKEN_NOT_FOR_APP", 1, false),
        (.tooLarge, .failed, "PUSH_PAYLOAD_TOO_LARGE", 1, true), (.authError, .failed, "PROVIDER_AUTH_FAILED", 1, true),
        (.rateLimited, .sent, nil, 2, true), (.flaky, .sent, nil, 2, true),
        (.providerError, .failed, "PROVIDER_UNAVAILABLE", 4, true), (.timeout, .failed, "PROVIDER_TIMEOUT", 2, true),
        (.slow, .sent, nil, 1, true), (.rejected, .failed, "PROVIDER_REJECTED", 1, true),
    ]

    @Test func everyTokenIsTried() {
        #expect(Self.outcomes.map(\.0) == MagicToken.allCases)
    }

    @Test(arguments: 0..<12, Platform.allCases) func outcome(index: Int, platform: Platform) throws {
        let (token, state, code, attempts, isActive) = Self.outcomes[index]
        let rig = try EngineRig()
        let app = try rig.testApp()
        let device = try rig.store.addDevice(app, token.rawValue, platform, key: DeviceKeys().publicKey)
        rig.store.time.advance(by: .seconds(1))
        let push = try rig.store.addPush(app)
        rig.run()
        // Its waits are shorter than a second each; only the slow one takes ten.
        var waited = 0
        while try !rig.push(push).state.isFinal, waited < 200 {
            rig.advance(by: .milliseconds(50))
            waited += 1
        }
        #expect(token == .slow ? waited == 200 : waited < 60)
        rig.run()
        let delivery = try #require(try rig.store.deliveries(push).first)
        #expect(delivery.state == state && delivery.errorCode == code && delivery.attempts == attempts)
        #expect(delivery.encrypted)
        #expect(try #require(try rig.store.device(device.seq)).isActive == isActive)
        #expect(try rig.push(push).state == (state == .sent ? .sent : .failed) && rig.push(push).errorCode == code)
        #expect(rig.providers.opened.isEmpty && rig.tokens.requests == 0)
        try rig.checkCounts(push)
    }

    @Test(arguments: ["test_accept-2", "any-token", "test_flaky-b"]) func otherTokens(token: String) throws {
        let rig = try EngineRig()
        let app = try rig.testApp()
        try rig.store.addDevice(app, token, .android)
        let push = try rig.store.addPush(app)
        rig.run()
        rig.advance(by: .seconds(1))
        #expect(try rig.states(push) == [.sent])
    }

    @Test func theWholeTableAtOnce() throws {
        let rig = try EngineRig { $0.pageSize = 5 }
        let app = try rig.testApp()
        for token in MagicToken.allCases {
            for platform in Platform.allCases { try rig.store.addDevice(app, token.rawValue, platform) }
        }
        rig.store.time.advance(by: .seconds(1))
        let push = try rig.store.addPush(app)
        rig.run()
        for _ in 0..<60 { rig.advance(by: .milliseconds(200)) }
        #expect(try rig.push(push).state == .sent)
        #expect(try rig.push(push).counts == Push.Counts(sent: 12, failed: 24))
        try rig.checkCounts(push)
    }

    @Test func whatAProviderWouldHaveBeenSentIsKept() throws {
        let rig = try EngineRig()
        let app = try rig.testApp()
        let keys = DeviceKeys()
        try rig.store.addDevice(app, "test_accept", key: keys.publicKey)
        try rig.store.addDevice(app, "test_flaky", .android, key: keys.publicKey)
        let browser = TestBrowser("test_accept")
        try rig.store.addBrowser(app, browser, key: keys.publicKey)
        let push = try rig.store.addPush(app)
        rig.run()
        rig.advance(by: .seconds(1))
        func request(_ n: Int64) throws -> JSONValue? {
            try rig.store.read {
                try TestRequestTable($0, $1).find(
                    push: push.seq, n: n, delivery: push.deliveryID(n), now: rig.store.now)
            }.map { try JSONReader.parse($0) }
        }
        let apple = try #require(try request(0))
        #expect(apple["provider"] == "apns" && apple["headers"]?["authorization"] == "bearer …")
        #expect(apple["headers"]?["apns-topic"] == .string("test." + PublicID(.app, app.id).text))
        #expect(apple["headers"]?[":path"] == "/3/device/test_accept")
        let envelope = try HKEnvelope(try #require(apple["body"]?["hk"]))
        #expect(try envelope.open(with: keys.privateKey) == SeedVector.content.plaintext)
        let google = try #require(try request(1))
        #expect(google["provider"] == "fcm" && google["headers"]?[":path"] == "/v1/projects/test/messages:send")
        let web = try #require(try request(2))
        #expect(web["provider"] == "web_push" && web["headers"]?[":path"] == "/send/test_accept")
        #expect(web["headers"]?["authorization"] == "vapid …" && web["headers"]?["content-encoding"] == "aes128gcm")
        let message = try #require(web["body"]?.stringValue.flatMap { Base64URL.decode($0) })
        let opened = try JSONReader.parse(try #require(browser.open(message)))
        #expect(
            try HKEnvelope(try #require(opened["hk"])).open(with: keys.privateKey) == SeedVector.content.plaintext)
        rig.store.time.advance(by: .seconds(86_400))
        #expect(try request(0) == nil)
    }

    @Test func testAndLiveDoNotTouch() throws {
        let rig = try EngineRig()
        let (live, test) = (try rig.app(), try rig.testApp())
        try rig.store.addDevice(live, "aa")
        try rig.store.addDevice(test, "test_accept")
        let (first, second) = (try rig.store.addPush(live), try rig.store.addPush(test))
        rig.run()
        #expect(try rig.states(first) == [.sent] && rig.states(second) == [.sent])
        #expect(rig.providers.sent.map(\.request.path) == ["/3/device/aa"])
        #expect(try rig.store.integers("SELECT push FROM test_requests") == [second.seq])
    }
}
