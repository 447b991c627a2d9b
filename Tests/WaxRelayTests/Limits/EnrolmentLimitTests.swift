// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSystem

@testable import WaxRelay

@Suite struct EnrolmentLimitTests {
    private static let zeros = [UInt8](repeating: 0, count: 16)

    private func browser(_ host: String, _ number: Int) -> TestDevice {
        let key = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        return TestDevice(
            name: "\(host)\(number)",
            address: .webPush(endpoint: "https://\(host)/\(number)", p256dh: key, auth: Self.zeros))
    }

    /// How many of so many enrolments were sent.
    private func enrol(
        _ relay: TestRelay, _ devices: [TestDevice], from address: String = "192.0.2.1", credential: String? = nil
    ) async throws -> Int {
        let before = relay.sender.sent.count
        for device in devices {
            let token = try relay.token(device) { ($0.ticket, $0.ticketExpires) = (Self.zeros, 0) }
            let answer = try await relay.post(
                "/v1/sealed/enroll", ["token": .string(token.text)], from: address, credential: credential)
            #expect(answer == RelayAnswer.accepted)
            relay.settle()
        }
        return relay.sender.sent.count - before
    }

    /// Who has only the push token uses up what it may ask for itself, and the owner still gets a code; so many in all.
    @Test func byDeviceAndClient() async throws {
        let gateway = Array(SHA256.hash(data: Array("gateway".utf8)))
        let relay = try TestRelay(limits: TestRelay.wide, gateways: [gateway])
        let device = relay.device()
        let times = [TestDevice](repeating: device, count: 10)
        #expect(try await enrol(relay, times, from: "198.51.100.1") == 3)
        #expect(try await enrol(relay, [device]) == 1)
        #expect(try await enrol(relay, times, from: "198.51.100.2", credential: "gateway") == 2)
        #expect(try await enrol(relay, [device]) == 0)
        #expect(relay.metrics.value(.limitedEnrolments) == 7 + 8 + 1)
        #expect(try await enrol(relay, [relay.device("other")], from: "198.51.100.1") == 1)
        relay.pass(.seconds(601))
        #expect(try await enrol(relay, [device], from: "198.51.100.1") == 0)
        #expect(try await enrol(relay, [device]) == 1)
    }

    /// A stranger's server is sent sixty codes an hour; well-known services as many as there are browsers.
    @Test(arguments: [("push.example", 60), ("fcm.googleapis.com", 100), ("a.push.apple.com", 100)])
    func byHost(host: String, expected: Int) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        #expect(try await enrol(relay, (0..<100).map { browser(host, $0) }) == expected)
        #expect(try await enrol(relay, [browser("other.example", 0)]) == 1)
        relay.pass(.seconds(61))
        #expect(try await enrol(relay, [browser(host, 100)]) == 1)
    }

    /// What one limit refuses is charged to none.
    @Test func refusalsAreFree() async throws {
        var limits = TestRelay.wide
        limits.enrolmentsPerHostPerHour = 30
        let relay = try TestRelay(limits: limits)
        let (first, device) = (browser("push.example", 1), browser("push.example", 2))
        #expect(try await enrol(relay, (10..<50).map { browser("push.example", $0) }) == 30)
        // The host refuses, which costs the device nothing.
        #expect(try await enrol(relay, [TestDevice](repeating: device, count: 9)) == 0)
        relay.pass(.seconds(120))
        #expect(try await enrol(relay, [device]) == 1)

        // The device refuses, which costs the host nothing.
        limits.enrolmentsPerHostPerHour = 4
        let other = try TestRelay(limits: limits)
        #expect(try await enrol(other, [TestDevice](repeating: device, count: 9)) == 3)
        #expect(try await enrol(other, [first]) == 1)
    }

    /// Each limit alone, and how what is refused leaves all of them: (own, device, host) by their numbers, and whether it is
    /// taken.
    @Test(
        arguments: [
            ([(1, 1, 1), (1, 1, 1)], [true, false]), ([(1, 1, 1), (2, 1, 2)], [true, true]),
            ([(1, 1, 1), (2, 1, 2), (3, 1, 3)], [true, true, false]),
            ([(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 4, 1)], [true, true, true, false]),
            // What the host refused has cost neither the device nor the client anything.
            ([(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 4, 1), (4, 4, 2)], [true, true, true, false, true]),
            // What the client's own limit refused has not cost the device anything.
            ([(1, 1, 1), (1, 1, 1), (2, 1, 1)], [true, false, true]),
            ([(1, 1, nil), (2, 2, nil), (3, 3, nil), (4, 4, nil), (5, 5, nil)], [true, true, true, true, true]),
        ] as [([(Int, Int, Int?)], [Bool])])
    func table(steps: [(Int, Int, Int?)], expected: [Bool]) {
        var limits = RelayLimits()
        (limits.enrolmentsPerHour, limits.enrolmentsPerDevicePerHour, limits.enrolmentsPerHostPerHour) = (1, 2, 3)
        var table = EnrolmentLimits(limits)
        func key(_ number: Int) -> LimitKeyPair {
            LimitKeyPair(current: LimitKey([UInt8](repeating: UInt8(number), count: 32)), previous: nil)
        }
        let taken = steps.map { own, device, host in
            table.take(EnrolmentLimits.Keys(own: key(own), device: key(device), host: host.map(key)), now: 0)
        }
        #expect(taken == expected)
    }

    /// A device that its provider calls gone is sent no code, nor is one of an app that its provider refuses.
    @Test func whatTheProviderSaid() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let (dead, good) = (relay.device("dead"), relay.device("good"))
        relay.sender.answer(.dead)
        _ = try await relay.wake([relay.token(dead)])
        relay.settle()
        #expect(try await enrol(relay, [dead]) == 0 && relay.metrics.value(.deadDevice) == 1)
        relay.sender.answer(.misconfigured(reason: "403 InvalidProviderToken"))
        #expect(try await enrol(relay, [good]) == 1)
        // The app is left alone for a minute, and that costs nobody an enrolment.
        #expect(try await enrol(relay, [TestDevice](repeating: good, count: 5)) == 0)
        relay.pass(.seconds(61))
        #expect(try await enrol(relay, [TestDevice](repeating: good, count: 5)) == 2)
    }
}
