// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

@Suite(.timeLimit(.minutes(2))) struct WebPushRulesTests {
    private let fixture: SimulatorFixture
    private let sender = WebPushSender()
    private let browser: SimulatedPhone
    private let client: ProviderClient

    init() throws {
        fixture = try SimulatorFixture()
        browser = fixture.simulator.newPhone(for: .web(applicationServerKey: sender.applicationServerKey))
        client = try fixture.client(.webPush)
    }

    private var origin: String { fixture.simulator.url(of: .webPush) }
    private var now: Int64 { fixture.time.now().seconds }

    private func request(_ plaintext: String = #"{"title":"Hello","body":"there","thread_id":"t1"}"#) throws
        -> TestRequest
    {
        try sender.request(to: browser, Array(plaintext.utf8), origin: origin, now: now)
    }

    private func reason(_ request: TestRequest) async throws -> String? {
        let answer = try await client.answer(to: request)
        return answer.json["reason"]?.stringValue.map { "\(answer.status) \($0)" }
    }

    private func request(_ name: String, _ value: String?) throws -> TestRequest {
        var request = try request()
        request.headers.removeAll { $0.name == name }
        if let value { request.headers.append((name, value)) }
        return request
    }

    @Test func aPushIsShown() async throws {
        let answer = try await client.answer(to: request())
        #expect(answer.status == 201)
        #expect(answer.headers["location"]?.hasPrefix(origin + "/message/") == true)
        let shown = try #require(await browser.shown(atLeast: 1, within: .seconds(30))?.first)
        #expect(shown.title == "Hello" && shown.body == "there" && shown.threadID == "t1" && !shown.wasEncrypted)
        #expect(fixture.simulator.received.first?.header("authorization") == nil)
    }

    @Test func anEnvelopeIsOpened() async throws {
        let key = try #require(HKPublicKey(try browser.encryptionPublicKey().publicKey))
        let envelope = try HKEnvelope.seal(
            PushContent(plaintext: Array(#"{"title":"Secret"}"#.utf8)).plaintext, to: key)
        let body = #"{"hk":\#(String(decoding: envelope.json, as: UTF8.self))}"#
        #expect(try await client.answer(to: request(body)).status == 201)
        let shown = try #require(await browser.shown(atLeast: 1, within: .seconds(30))?.first)
        #expect(shown.title == "Secret" && shown.wasEncrypted && shown.openedEnvelope)
    }

    @Test(
        arguments: [
            ("ttl", nil, "400 MissingTTL"), ("ttl", "x", "400 BadTTL"), ("ttl", "-1", "400 BadTTL"),
            ("urgency", "urgent", "400 BadUrgency"), ("topic", "12345", "400 BadWebPushTopic"),
            ("topic", String(repeating: "a", count: 34), "400 BadWebPushTopic"),
            ("topic", "a.b", "400 BadWebPushTopic"),
            ("content-encoding", "aesgcm", "400 BadContentEncoding"),
            ("content-encoding", nil, "400 BadContentEncoding"),
            ("authorization", nil, "401 MissingAuthorization"),
            ("authorization", "Bearer x", "401 MissingAuthorization"),
            ("authorization", "vapid t=a.b.c, k=d", "403 BadJwtToken"),
        ] as [(String, String?, String)])
    func eachHeaderIsChecked(name: String, value: String?, expected: String) async throws {
        #expect(try await reason(request(name, value)) == expected)
        #expect(browser.received.isEmpty)
    }

    @Test(
        arguments: [
            ("aud", "https://127.0.0.1" as JSONValue, "403 BadJwtToken"), ("aud", nil, "403 BadJwtToken"),
            ("sub", "push@example.com", "403 BadJwtToken"), ("sub", nil, "403 BadJwtToken"),
            ("exp", nil, "403 BadJwtToken"),
        ] as [(String, JSONValue?, String)])
    func eachClaimIsChecked(name: String, value: JSONValue?, expected: String) async throws {
        var claims = WebPushSender.claims(origin, now: now)
        claims[name] = value
        #expect(try await reason(request("authorization", sender.authorization(claims))) == expected)
    }

    @Test(arguments: [(0, "401 ExpiredJwtToken"), (86_400, nil), (86_401, "403 BadJwtToken")] as [(Int64, String?)])
    func aTokenLivesADay(lifetime: Int64, expected: String?) async throws {
        var claims = WebPushSender.claims(origin, now: now)
        claims["exp"] = .number(JSONNumber(now + lifetime))
        #expect(try await reason(request("authorization", sender.authorization(claims))) == expected)
    }

    @Test func aSubscriptionIsOfOneKey() async throws {
        let other = WebPushSender()
        let authorization = try other.authorization(WebPushSender.claims(origin, now: now))
        #expect(try await reason(request("authorization", authorization)) == "400 VapidPkHashMismatch")
    }

    @Test func whatIsTooLongOrNoMessage() async throws {
        #expect(try await client.answer(to: request(String(repeating: " ", count: 3993))).status == 201)
        #expect(try await reason(request(String(repeating: " ", count: 3994))) == "413 PayloadTooLarge")
        var short = try request()
        short.body = Array(short.body.prefix(102))
        #expect(try await reason(short) == "400 BadPayload")
    }

    @Test func whoIsGone() async throws {
        fixture.simulator.removeApp(fromDevice: browser.token)
        #expect(try await reason(request()) == "410 Unregistered")
        var unknown = try request()
        unknown.path = "/push/unknown"
        #expect(try await reason(unknown) == "404 BadDeviceToken")
    }

    @Test func aFaultIsAnswered() async throws {
        fixture.simulator.order(.answer("TooManyRequests", retryAfter: 3), service: .webPush, token: browser.token)
        let answer = try await client.answer(to: request())
        #expect(answer.status == 429 && answer.headers["retry-after"] == "3")
        #expect(try await client.answer(to: request()).status == 201)
    }

    @Test func whatDoesNotOpenIsDropped() async throws {
        var damaged = try request()
        damaged.body[100] ^= 1
        #expect(try await client.answer(to: damaged).status == 201)
        #expect(await browser.received(atLeast: 1, within: .seconds(30))?.count == 1)
        #expect(browser.shown.isEmpty)
    }
}
