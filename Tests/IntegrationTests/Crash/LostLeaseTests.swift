// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxJSON
import WaxSimulator

/// A server that stands still for longer than its lease, and goes on after another has taken its push over.
///
/// Removing the lock file stands for a second machine on the same store.
@Suite(.bounded, .timeLimit(.minutes(4))) struct LostLeaseTests {
    @Test func whoSleptThroughTheLeaseSendsAndRecordsNothing() async throws {
        var configuration = SimulatorConfiguration()
        // Few streams, so that much is still to be sent when the server stops.
        configuration.maximumStreams = 40
        let stage = try await Stage(simulator: configuration, options: ["--lease-seconds", "5"])
        let simulator = stage.simulator
        let audience = try await Audience(stage)
        let sleeper = stage.server
        let sleeperAPI = stage.api
        defer { sleeper.process.kill(SIGCONT) }

        let answered = 300
        simulator.order(.delay(.zero), times: answered)
        for service in Self.services { simulator.order(.hold, service: service, times: nil) }
        let push = try await stage.api.send([
            "app_id": .string(stage.appID), "all_devices": true, "title": "Taken over",
        ])
        _ = try #require(await simulator.received(atLeast: answered + Self.services.count, within: .seconds(60)))
        try Self.stop(sleeper)

        simulator.clearFaults()
        try FileManager.default.removeItem(atPath: "\(sleeper.data)/waxwing.lock")
        try await stage.start()
        let finished = try await stage.api.finished(push)
        #expect(finished["status"] == "sent")
        #expect(finished["counts"]?["sent"] == .number(JSONNumber(Audience.count)))
        // The other server waited for the lease: only what had no answer went out twice.
        let arrivals = audience.arrivals
        #expect(arrivals.values.allSatisfy { (1...2).contains($0) })
        #expect(arrivals.values.count { $0 == 1 } >= answered / 2)

        let records = try await Self.records(of: push, stage.api)
        let total = audience.total
        let requests = simulator.received.count
        sleeper.process.kill(SIGCONT)
        #expect(simulator.releaseAnswers() > 0)
        let lost = try await sleeper.process.firstInErrors { $0.contains("\(push): its lease was lost") ? true : nil }
        #expect(lost == true)

        // A push through the first server's own lanes comes behind all that still waited there.
        for app in [Stage.iPhone, Stage.android] { _ = try await stage.phone(app, user: "afterwards") }
        let after = try await sleeperAPI.send(stage.push(to: "afterwards", ["title": "Awake"]))
        let woken = try await sleeper.process.firstInErrors { $0.contains("\(after): settled") ? true : nil }
        #expect(woken == true)
        #expect(try await stage.api.finished(after)["counts"]?["sent"] == 2)
        #expect(audience.total == total)
        #expect(simulator.received.count == requests + 2)
        #expect(try await Self.records(of: push, stage.api) == records)
    }

    private static let services = [SimulatedService.apns, .fcm]

    /// Stops the server where it holds no lock of the database, for which the other one would wait in vain.
    private static func stop(_ server: WaxwingProcess) throws {
        while true {
            server.process.kill(SIGSTOP)
            if try StoredData.canBeChanged(server.data) { return }
            server.process.kill(SIGCONT)
        }
    }

    /// The push and its deliveries as the API shows them.
    private static func records(of push: String, _ api: APIClient) async throws -> [JSONValue] {
        try await [api.get("/v1/push/\(push)").body] + api.deliveries(push)
    }
}
