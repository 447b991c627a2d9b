// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
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
