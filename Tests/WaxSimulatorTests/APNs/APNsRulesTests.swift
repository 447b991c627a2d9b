// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

@Suite(.timeLimit(.minutes(2))) struct APNsRulesTests {
    @Test func acceptsAPush() async throws {
        let fixture = try SimulatorFixture()
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let token = fixture.simulator.newDevice(for: SimulatorFixture.ios)
        #expect(token.utf8.count == 64)
        let client = try fixture.client(.apns)
        var request = try fixture.apnsPush(to: token, by: key)
        let answer = try await client.answer(to: request)
        #expect(answer.status == 200 && answer.json == .null)
        #expect(answer.headers["apns-id"] == "3f2b1c0d-7c1e-4abc-8def-9b8a7f6e5d4c")
        #expect(answer.headers["apns-unique-id"] == nil)

        // Apple makes an id where there is none, takes tokens of either case, and most header fields may be left out.
        for name in ["apns-id", "apns-push-type", "apns-priority", "apns-expiration", "apns-collapse-id"] {
            request[name] = nil
        }
        request.path = "/3/device/\(token.uppercased())"
        let second = try await client.answer(to: request)
        #expect(second.status == 200 && second.headers["apns-id"]?.utf8.count == 36)
        #expect(fixture.simulator.counts(of: .apns).accepted == 2)
    }

    @Test func sandboxTellsItsOwnID() async throws {
        let fixture = try SimulatorFixture()
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let token = fixture.simulator.newDevice(
            for: .ios(bundleID: SimulatorFixture.bundleID, environment: .sandbox))
        let request = try fixture.apnsPush(to: token, by: key)
        let answer = try await fixture.client(.apnsSandbox).answer(to: request)
        #expect(answer.status == 200 && answer.headers["apns-unique-id"]?.utf8.count == 36)
        #expect(try await fixture.client(.apns).answer(to: request).reason == "BadDeviceToken")
    }

    @Test(arguments: APNsAnswerCase.requests)
    func refuses(_ example: APNsAnswerCase) async throws {
        let fixture = try SimulatorFixture()
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let token = fixture.simulator.newDevice(for: SimulatorFixture.ios)
        let client = try fixture.client(.apns)
        let good = try fixture.apnsPush(to: token, by: key)
        var bad = good
        try example.change(&bad, fixture)
        let answer = try await client.answer(to: bad)
        #expect(answer.status == example.status && answer.reason == example.reason)
        #expect(answer.headers["apns-id"]?.utf8.count == 36)
        #expect(try await client.answer(to: good).status == 200)
        #expect(fixture.simulator.counts(of: .apns).refused == [example.reason: 1])
    }

    @Test func acceptsTheLargestPayload() async throws {
        let fixture = try SimulatorFixture()
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let token = fixture.simulator.newDevice(for: SimulatorFixture.ios)
        let payload = Array((#"{"aps":{},"x":""# + String(repeating: "x", count: 4079) + #""}"#).utf8)
        #expect(payload.count == 4096)
        let request = try fixture.apnsPush(to: token, by: key, payload: payload)
        #expect(try await fixture.client(.apns).answer(to: request).status == 200)
    }

    @Test func saysSinceWhenATokenIsDead() async throws {
        let fixture = try SimulatorFixture()
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let token = fixture.simulator.newDevice(for: SimulatorFixture.ios)
        let client = try fixture.client(.apns)
        let diedAt = fixture.time.now().milliseconds
        #expect(fixture.simulator.removeApp(fromDevice: token))
        #expect(!fixture.simulator.removeApp(fromDevice: "00"))
        fixture.time.advance(by: .seconds(60))
        let request = try fixture.apnsPush(to: token, by: key)
        let answer = try await client.answer(to: request)
        #expect(answer.status == 410 && answer.reason == "Unregistered")
        #expect(answer.json["timestamp"]?.int64Value == diedAt)
        fixture.simulator.restoreApp(onDevice: token)
        #expect(try await client.answer(to: request).status == 200)
    }

    @Test func allowsOneStreamUntilATokenIsValid() async throws {
        let fixture = try SimulatorFixture()
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let token = fixture.simulator.newDevice(for: SimulatorFixture.ios)
        let client = try fixture.client(.apns)
        var request = try fixture.apnsPush(to: token, by: key)
        let good = request["authorization"]
        request["authorization"] = "bearer none"
        #expect(try await client.answer(to: request).reason == "InvalidProviderToken")
        #expect(client.events == [.connected, .streamLimit(1)])
        request["authorization"] = good
        _ = try await client.answer(to: request)
        // What follows an answer on the wire has come before the next answer.
        _ = try await client.answer(to: request)
        #expect(client.events == [.connected, .streamLimit(1), .streamLimit(1000)])
    }
}
