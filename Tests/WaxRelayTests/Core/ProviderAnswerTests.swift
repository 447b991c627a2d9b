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
        (413, "PayloadTooLarge", "rejected"), (400, "BadPriority", "rejected"), (429, "TooManyRequests", "again"),
        (500, "InternalServerError", "again"), (503, "Shutdown", "again"), (200, "", "delivered"),
    ])
    func apple(status: Int, reason: String, expected: String) {
        let answer = ProviderAnswer(status: status, body: Array(#"{"reason":"\#(reason)"}"#.utf8))
        let verdict = APNsAnswer.verdict(of: answer, sentAt: Self.now, now: Self.now)
        #expect(Self.name(WakeOutcome(verdict)) == expected)
    }

    @Test(arguments: [
        (404, "UNREGISTERED", "dead"), (403, "SENDER_ID_MISMATCH", "misconfigured"), (403, "", "misconfigured"),
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
        (201, "delivered"), (404, "dead"), (410, "dead"), (403, "misconfigured"), (413, "rejected"), (429, "again"),
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
        #expect(relay.sender.sent.count == 3 && relay.engine.state.withLock { $0.held + $0.counter.gathered } == 0)
    }

    /// Nothing is tried again once the device is known to be gone.
    @Test func retriesEndWithTheDevice() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        relay.sender.answer(.again(after: .seconds(3000)), .dead)
        // A silent wake leaves a visible one that waits where it is.
        for (contact, kind) in [(UInt8(1), "alert"), (2, "silent")] {
            _ = try await relay.wake([relay.token(device, for: contact)], kind)
            relay.settle()
        }
        #expect(relay.sender.sent.count == 2 && relay.metrics.value(.deadDevice) == 0)
        relay.pass(.seconds(4 * 3600))
        #expect(relay.sender.sent.count == 2 && relay.metrics.value(.deadDevice) == 1)
        #expect(relay.engine.state.withLock { $0.counter.gathered } == 0)
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
        _ = try await relay.post(
            "/v1/sealed/revoke",
            ["items": [["token": .string(revoked.text), "secret": .string(Base64URL.encode(secret))]]])
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

    private static func name(_ outcome: WakeOutcome) -> String {
        switch outcome {
        case .delivered: "delivered"
        case .dead: "dead"
        case .misconfigured: "misconfigured"
        case .rejected: "rejected"
        case .again: "again"
        }
    }
}
