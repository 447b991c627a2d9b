// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxProviders
import WaxSystem

@testable import WaxRelay

@Suite struct ProviderAnswerTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)

    @Test(arguments: [
        (410, "Unregistered", "dead"), (410, "ExpiredToken", "dead"), (400, "BadDeviceToken", "dead"),
        (400, "DeviceTokenNotForTopic", "misconfigured"), (400, "TopicDisallowed", "misconfigured"),
        (403, "InvalidProviderToken", "misconfigured"), (403, "Forbidden", "misconfigured"),
        (403, "ExpiredProviderToken", "tokenRefused"),
        (413, "PayloadTooLarge", "rejected"), (400, "BadPriority", "rejected"), (429, "TooManyRequests", "again"),
        (500, "InternalServerError", "again"), (503, "Shutdown", "again"), (200, "", "delivered"),
    ])
    func apple(status: Int, reason: String, expected: String) {
        let answer = ProviderAnswer(status: status, body: Array(#"{"reason":"\#(reason)"}"#.utf8))
        let verdict = APNsAnswer.verdict(of: answer, sentAt: Self.now, now: Self.now)
        #expect(Self.name(WakeOutcome(verdict)) == expected)
    }

    @Test(arguments: [
        (404, "UNREGISTERED", "dead"), (401, "", "tokenRefused"), (403, "SENDER_ID_MISMATCH", "misconfigured"),
        (403, "", "misconfigured"),
        (429, "QUOTA_EXCEEDED", "again"), (503, "UNAVAILABLE", "again"), (200, "", "delivered"),
    ])
    func google(status: Int, code: String, expected: String) {
        let body =
            #"{"error":{"details":[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}]}}"#
        let answer = ProviderAnswer(status: status, body: Array(body.utf8))
        let verdict = FCMAnswer.verdict(of: answer, sentAt: Self.now, now: Self.now)
        #expect(Self.name(WakeOutcome(verdict)) == expected)
    }

    @Test(arguments: [
        (201, "delivered"), (404, "dead"), (410, "dead"), (401, "tokenRefused"), (403, "misconfigured"),
        (413, "rejected"), (429, "again"),
        (502, "again"),
    ])
    func browsers(status: Int, expected: String) {
        let verdict = WebPushAnswer.verdict(of: ProviderAnswer(status: status), sentAt: Self.now, now: Self.now)
        #expect(Self.name(WakeOutcome(verdict)) == expected)
    }

    /// A dead device is left alone for a day, and nobody is told.
    @Test func deadDevices() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        relay.sender.answer(.dead)
        _ = try await relay.wake([relay.token(device, for: 1)])
        relay.settle()
        relay.pass(.seconds(23 * 3600))
        #expect(try await relay.wake([relay.token(device, for: 2)]) == RelayAnswer.accepted)
        relay.settle()
        #expect(relay.sender.sent.count == 1 && relay.metrics.value(.deadDevice) == 1)
        relay.pass(.seconds(3600))
        _ = try await relay.wake([relay.token(device, for: 2)])
        relay.settle()
        #expect(relay.sender.sent.count == 2)
    }

    /// The sealed token waits, for as long as the provider asks, and at most five hours.
    @Test func retries() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        relay.sender.answer(.again(after: .seconds(100)), .again(after: nil))
        _ = try await relay.wake([relay.token()])
        relay.settle()
        relay.pass(.seconds(99))
        #expect(relay.sender.sent.count == 1)
        relay.pass(.seconds(32))
        #expect(relay.sender.sent.count == 3 && relay.metrics.value(.delivered) == 1)
    }

    @Test func retriesEnd() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let token = try relay.token()
        relay.sender.answer(.again(after: .seconds(3 * 3600)), .again(after: .seconds(3 * 3600)))
        _ = try await relay.wake([token])
        relay.settle()
        relay.pass(.seconds(12 * 3600))
        #expect(relay.sender.sent.count == 2 && relay.metrics.value(.givenUp) == 1)
        let short = try relay.token(relay.device("short")) { $0.expires = $0.issued + 1 }
        relay.sender.answer(.again(after: .seconds(2 * 3600)))
        _ = try await relay.wake([short])
        relay.settle()
        relay.pass(.seconds(4 * 3600))
        #expect(relay.sender.sent.count == 3 && relay.metrics.value(.givenUp) == 2)
    }

    /// A browser's push service is any server: what it says is about its own device, and none of it gets into the log.
    @Test func aBrowsersServiceSpeaksForNobodyElse() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        func device(_ host: String) throws -> TestDevice {
            let key = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
            return TestDevice(
                name: host,
                address: .webPush(
                    endpoint: "https://\(host)/push", p256dh: key, auth: [UInt8](repeating: 1, count: 16)))
        }
        let (hostile, wrong, good) = (try device("a.example"), try device("b.example"), try device("c.example"))
        relay.sender.answer(.misconfigured(reason: "403 HOSTILE"), .rejected(reason: "400 HOSTILE"))
        for device in [hostile, wrong, good] {
            _ = try await relay.wake([relay.token(device)])
            relay.settle()
        }
        #expect(relay.messages(good).count == 1 && relay.metrics.value(.delivered) == 1)
        relay.sender.answer(.misconfigured(reason: "403 HOSTILE"))
        let enrolment = try relay.token(device("d.example")) {
            ($0.ticket, $0.ticketExpires) = ([UInt8](repeating: 0, count: 16), 0)
        }
        _ = try await relay.post("/v1/sealed/enroll", ["token": .string(enrolment.text)])
        relay.settle()
        #expect(relay.metrics.value(.enrolments) == 1)
        relay.pass(.seconds(80))
        #expect(relay.messages(hostile).count == 2 && relay.messages(wrong).count == 1)
        #expect(relay.lines.withLock { $0.filter { $0.contains("HOSTILE") } } == [])
    }

    /// Wakes that come while a device's provider does not answer go out with the one that waits, in one push.
    @Test func retriesTakeTheOthersAlong() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        relay.sender.answer(.again(after: .seconds(100)), .again(after: .seconds(100)))
        for contact in UInt8(1)...4 { _ = try await relay.wake([relay.token(device, for: contact)]) }
        relay.settle()
        #expect(relay.sender.sent.count == 1)
        relay.pass(.seconds(260))
        #expect(relay.sender.sent.count == 3)
        #expect(relay.messages(device).last.map { Set($0.references) } == Set((UInt8(1)...4).map(TestDevice.reference)))
        relay.pass(.seconds(7200))
        #expect(relay.sender.sent.count == 3 && relay.engine.state.withLock { $0.counter.shares.count } == 0)
    }

    /// While a provider wants to be left alone with a device, nothing goes to it, of whatever class; all of it follows then in
    /// one push.
    @Test(arguments: [(["alert", "silent", "alert"], true), (["silent", "silent", "silent"], false)])
    func whatComesMeanwhileWaits(kinds: [String], isVisible: Bool) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        relay.sender.answer(.again(after: .seconds(2000)))
        for (index, kind) in kinds.enumerated() {
            _ = try await relay.wake([relay.token(device, for: UInt8(index + 1))], kind)
            relay.pass(.seconds(20))
        }
        relay.pass(.seconds(1930))
        #expect(relay.sender.sent.count == 1)
        relay.pass(.seconds(520))
        #expect(relay.sender.sent.map(\.isVisible) == [isVisible, isVisible])
        #expect(relay.messages(device).last.map { Set($0.references) } == Set((UInt8(1)...3).map(TestDevice.reference)))
        #expect(relay.engine.state.withLock { $0.counter.shares.count } == 0)
    }

    /// A provider that asks for longer than a wake is tried is left alone for five hours.
    @Test func longWaits() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        relay.sender.answer(.again(after: .seconds(30 * 24 * 3600)))
        _ = try await relay.wake([relay.token(device, for: 1)], "alert")
        relay.settle()
        #expect(relay.metrics.value(.givenUp) == 1)
        relay.pass(.seconds(4 * 3600))
        _ = try await relay.wake([relay.token(device, for: 2)], "alert")
        relay.pass(.seconds(3590))
        #expect(relay.sender.sent.count == 1)
        relay.pass(.seconds(20))
        #expect(relay.sender.sent.count == 2)
    }

    /// Nothing is tried again once the device is known to be gone.
    @Test func retriesEndWithTheDevice() async throws {
        var limits = TestRelay.wide
        limits.alertBurst = 1
        let relay = try TestRelay(limits: limits)
        let device = relay.device()
        relay.sender.answer(.delivered, .dead)
        // A silent wake leaves a visible one that waits where it is.
        for (contact, kind) in [(UInt8(1), "alert"), (2, "alert"), (3, "silent")] {
            _ = try await relay.wake([relay.token(device, for: contact)], kind)
            relay.settle()
        }
        #expect(relay.sender.sent.count == 2 && relay.metrics.value(.deadDevice) == 0)
        relay.pass(.seconds(4 * 3600))
        #expect(relay.sender.sent.count == 2 && relay.metrics.value(.deadDevice) == 1)
        #expect(relay.engine.state.withLock { $0.counter.shares.count } == 0)
    }

    /// A token that is revoked while it waits with others is not named.
    @Test func whatIsRevokedIsNotNamed() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let secret = [UInt8](repeating: 4, count: 32)
        let revoked = try relay.token(device, for: 2) {
            $0.revocationTag = SealedTokenProof.revocationTag(of: secret)
        }
        for token in [try relay.token(device, for: 1), revoked, try relay.token(device, for: 3)] {
            _ = try await relay.wake([token])
        }
        relay.settle()
        #expect(
            try await relay.revoke(revoked, secret)
                == RelayAnswer.accepted)
        relay.pass(.seconds(1300))
        #expect(relay.messages(device).map(\.references) == [1, 3].map { [TestDevice.reference($0)] })
    }

    /// An app that its provider refuses is left alone for a minute; its devices are not dead.
    @Test func refusedApps() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        relay.sender.answer(.misconfigured(reason: "403 InvalidProviderToken"))
        for index in 0..<5 {
            _ = try await relay.wake([relay.token(relay.device("\(index)"))])
            relay.settle()
        }
        #expect(relay.sender.sent.count == 1)
        relay.pass(.seconds(120))
        #expect(relay.sender.sent.count == 6 && relay.metrics.value(.delivered) == 5)
        #expect(relay.lines.withLock { $0.filter { $0.contains("InvalidProviderToken") }.count } == 1)
    }

    /// A provider token that is not taken is replaced, and nobody is told; when the next one is not taken either, the app is
    /// left alone for a minute, with one line in the log.
    @Test func refusedTokens() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        relay.sender.keepAnswers()
        for index in 0..<5 { _ = try await relay.wake([relay.token(relay.device("\(index)"))]) }
        relay.settle()
        relay.sender.land(.tokenRefused(reason: "401"))
        #expect(relay.sender.sent.count == 5 && relay.lines.withLock { $0 } == [])
        relay.sender.answer(.tokenRefused(reason: "401"))
        relay.pass(.seconds(30))
        #expect(relay.sender.sent.count == 6)
        #expect(relay.lines.withLock { $0.filter { $0.contains("refuses this app: 401") }.count } == 1)
        relay.pass(.seconds(90))
        #expect(relay.sender.sent.count == 11 && relay.metrics.value(.delivered) == 5)
        #expect(relay.lines.withLock { $0.count } == 1)
        // One that ends in the ordinary way later on is nobody's fault.
        relay.sender.answer(.tokenRefused(reason: "401"))
        _ = try await relay.wake([relay.token(relay.device("late"))])
        relay.pass(.seconds(10))
        #expect(relay.metrics.value(.delivered) == 6 && relay.lines.withLock { $0.count } == 1)
    }

    /// Enrolments say what is wrong with an app as wakes do: once.
    @Test(arguments: [
        WakeOutcome.misconfigured(reason: "403 X"), .tokenRefused(reason: "401 X"), .rejected(reason: "X"),
    ])
    func enrolmentsTell(outcome: WakeOutcome) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        relay.sender.answer(outcome, outcome, outcome, outcome)
        for index in 0..<4 {
            let token = try relay.token(relay.device("\(index)")) {
                ($0.ticket, $0.ticketExpires) = ([UInt8](repeating: 0, count: 16), 0)
            }
            _ = try await relay.post("/v1/sealed/enroll", ["token": .string(token.text)])
            relay.settle()
        }
        #expect(relay.lines.withLock { $0.filter { $0.contains(" X") }.count } == 1)
    }

    /// What a request is called wrong for stands in the log once a minute.
    @Test func wrongRequests() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        for seconds in [0, 30, 31] {
            relay.pass(.seconds(seconds))
            relay.sender.answer(.rejected(reason: "400 X"), .rejected(reason: "400 X"))
            for _ in 0..<2 {
                _ = try await relay.wake([relay.token(relay.device("\(relay.sender.sent.count)"))])
                relay.settle()
            }
        }
        #expect(relay.lines.withLock { $0.count } == 2 && relay.metrics.value(.refusedByProvider) == 6)
    }

    /// Steps at a lane, one letter and one second each, and whether the app is left alone after each: a token that is refused
    /// (r), one that was sent before the first refusal (o), one taken (t), another that is misconfigured (m), a minute (.).
    @Test(arguments: [
        ("r", "0"), ("rr", "01"), ("ro", "00"), ("rtr", "000"), ("rtrr", "0001"), ("rr.", "010"), ("rr.r", "0101"),
        ("rr.tr", "01000"), ("m", "1"), ("m.", "10"), ("m.r", "100"), ("rm.r", "0101"), ("ttr", "000"),
    ])
    func lanes(steps: String, expected: String) {
        var lane = LaneHealth()
        var now: Int64 = 0
        var seen = ""
        for step in steps {
            let sentAt = now
            now += 1_000_000
            switch step {
            case "r": if lane.noteTokenRefused(sentAt: sentAt, now: now) { _ = lane.noteMisconfigured(now: now) }
            case "o": if lane.noteTokenRefused(sentAt: 0, now: now) { _ = lane.noteMisconfigured(now: now) }
            case "t": lane.noteTokenTaken(sentAt: sentAt)
            case "m": _ = lane.noteMisconfigured(now: now)
            default: now += LaneHealth.span
            }
            now += 1_000_000
            seen += lane.wait(now: now) > 0 ? "1" : "0"
        }
        #expect(seen == expected)
    }

    private static func name(_ outcome: WakeOutcome) -> String {
        switch outcome {
        case .delivered: "delivered"
        case .dead: "dead"
        case .misconfigured: "misconfigured"
        case .tokenRefused: "tokenRefused"
        case .rejected: "rejected"
        case .again: "again"
        }
    }
}
