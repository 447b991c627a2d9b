// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON
import WaxSimulator

/// A server that is killed while it sends a push, and started again.
@Suite(.bounded, .timeLimit(.minutes(4))) struct CrashTests {
    /// How a server ends in the middle of a push.
    enum Ending: CaseIterable, Sendable {
        /// SIGKILL.
        case killed
        /// SIGKILL, and both providers reset its connections at that moment.
        case killedAndReset
        /// SIGTERM.
        case stopped
    }

    /// After how many answered requests the server ends; what is asked after that waits for its answer.
    private static let points = [0, 400, Audience.count - 5]

    @Test(arguments: Ending.allCases)
    func everyDeviceIsReachedAndNoneMoreThanTwice(_ ending: Ending) async throws {
        let stage = try await Self.stage()
        let audience = try await Audience(stage)
        for answered in Self.points {
            let push = try await Self.interrupt(stage, audience, afterAnswers: answered, by: ending)
            stage.simulator.clearFaults()
            try await stage.start()
            try await Self.check(push, stage, audience)
        }
    }

    @Test func aSecondCrashEndsWhatIsUnknownTwiceAndLosesNothing() async throws {
        let stage = try await Self.stage()
        let audience = try await Audience(stage)
        let push = try await Self.interrupt(stage, audience, afterAnswers: 300, by: .killed)
        let first = [SimulatedService.apns, .fcm].reduce(into: [:]) { $0[$1] = stage.simulator.connections(of: $1) }
        try await stage.start()
        // The faults stand: all answers are held back, so what is asked again ends unknown once more.
        var askedTwice: Set<String> = []
        while askedTwice.isEmpty {
            let count = stage.received.count
            askedTwice = Self.askedTwice(stage, first)
            if askedTwice.isEmpty {
                _ = try #require(await stage.simulator.received(atLeast: count + 1, within: .seconds(60)))
            }
        }
        try await stage.server.kill()
        stage.simulator.clearFaults()
        try await stage.start()

        let finished = try await stage.api.finished(push)
        let deliveries = try await stage.api.deliveries(push)
        #expect(deliveries.count == Audience.count)
        let arrivals = audience.arrivals
        var counts: [String: Int] = [:]
        askedTwice = Self.askedTwice(stage, first)
        for delivery in deliveries {
            let status = try #require(delivery["status"]?.stringValue)
            counts[status, default: 0] += 1
            let device = try #require(delivery["device_id"]?.stringValue)
            let count = try #require(arrivals[device])
            #expect(count <= 2)
            if status == "sent" {
                #expect(count >= 1)
                #expect(!askedTwice.contains(audience.token(of: device)))
            } else {
                #expect(status == "failed" && delivery["error_code"] == "PROVIDER_TIMEOUT")
            }
        }
        // The first kill may come before any answer was written down: then all are unknown twice.
        #expect(finished["status"] == (counts["sent"] == nil ? "failed" : "sent"))
        #expect(counts["failed", default: 0] >= askedTwice.count)
        #expect(
            finished["counts"] == [
                "queued": 0, "sent": JSONValue(count: counts["sent"]), "failed": JSONValue(count: counts["failed"]),
                "refused": 0,
            ])
    }

    /// The devices for which a second server asked again and got no answer; the first one had these connections. Whether it
    /// had an answer or not, it had not written it down.
    private static func askedTwice(
        _ stage: Stage, _ first: [SimulatedService: Set<SimulatedConnection>]
    ) -> Set<String> {
        let isOfFirst = { (push: ReceivedPush) in first[push.service]?.contains(push.connection) ?? false }
        let received = stage.received
        let again = received.filter { !isOfFirst($0) && $0.fault == .hold }
        return Set(received.filter(isOfFirst).compactMap(\.deviceToken)).intersection(again.compactMap(\.deviceToken))
    }

    /// Few streams, so that a push is under way for a while.
    private static func stage() async throws -> Stage {
        var configuration = SimulatorConfiguration()
        configuration.maximumStreams = 40
        return try await Stage(simulator: configuration)
    }

    /// Sends a push to all and ends the server once so many requests were answered and no further answer comes.
    private static func interrupt(
        _ stage: Stage, _ audience: Audience, afterAnswers answered: Int, by ending: Ending
    ) async throws -> String {
        audience.reset()
        stage.simulator.clearLog()
        stage.simulator.order(.delay(.zero), times: answered)
        for service in [SimulatedService.apns, .fcm] { stage.simulator.order(.hold, service: service, times: nil) }
        let push = try await stage.api.send([
            "app_id": .string(stage.appID), "all_devices": true, "title": "Sent through a crash",
        ])
        _ = try #require(await stage.simulator.received(atLeast: answered + 1, within: .seconds(60)))
        switch ending {
        case .killed: try await stage.server.kill()
        case .killedAndReset:
            stage.server.process.kill(9)
            for service in [SimulatedService.apns, .fcm] { stage.simulator.resetConnections(service: service) }
            _ = try await stage.server.process.end()
        case .stopped: #expect(try await stage.server.stop() == .exited(0))
        }
        #expect(audience.total <= Audience.count)
        return push
    }

    /// Every device was reached once or twice, and the records agree with that.
    private static func check(_ push: String, _ stage: Stage, _ audience: Audience) async throws {
        let finished = try await stage.api.finished(push)
        #expect(finished["status"] == "sent")
        #expect(finished["device_count"] == JSONValue(count: Audience.count))
        #expect(
            finished["counts"] == ["queued": 0, "sent": JSONValue(count: Audience.count), "failed": 0, "refused": 0])
        #expect(finished["content_purged"] == true)
        let arrivals = audience.arrivals
        #expect(arrivals.values.allSatisfy { (1...2).contains($0) })
        let deliveries = try await stage.api.deliveries(push)
        #expect(Set(deliveries.compactMap { $0["device_id"]?.stringValue }).count == Audience.count)
        // A request that was certainly not served makes one more attempt and no arrival.
        let unexplained = deliveries.filter { delivery in
            delivery["attempts"]?.int64Value ?? 0 < arrivals[delivery["device_id"]?.stringValue ?? ""] ?? .max
        }
        #expect(unexplained == [])
        #expect(audience.sampleOpens(as: "Sent through a crash"))
    }
}

extension JSONValue {
    fileprivate init(count: Int?) { self = .number(JSONNumber(count ?? 0)) }
}
