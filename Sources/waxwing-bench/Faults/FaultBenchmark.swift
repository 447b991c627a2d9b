// SPDX-License-Identifier: Apache-2.0
import WaxDelivery
import WaxJSON
import WaxProviders
import WaxRecords
import WaxSimulator
import WaxSystem

/// One push to many devices while everything goes wrong, the server's own life included; then every delivery is held
/// against what the simulator knows of it.
struct FaultBenchmark {
    /// What share of the deliveries has been asked for when the server is killed.
    private static let kills = [0.15, 0.5, 0.9]
    private static let title = "Sent through everything"
    /// Longer than all waits between attempts but Apple's after a 503.
    private static let timeToLive = 600
    /// Few, so that a reset leaves few answers in doubt.
    private static let streams: UInt32 = 100
    /// Long, since a request waits for its stream for a quarter of it: one that waited in vain counts as an attempt, and the
    /// waits after other faults double with each.
    private static let leaseSeconds = 240
    /// With so many devices each fault of the script comes.
    private static let countForAllFaults = 20_000

    let count: Int
    let seed: UInt64
    let directory: String

    /// How a server has left things that was killed.
    private struct Death {
        let connections: FaultRequest.Connections
        let unfinished: [String: Int]
    }

    /// The table and the lines for scripts; throws when a delivery did not end as it must.
    func run() async throws -> String {
        let work = try WorkDirectory(in: directory)
        var configuration = SimulatorConfiguration()
        configuration.logLimit = count * 4
        configuration.maximumStreams = Self.streams
        let simulator = try Simulator(directory: "\(work.path)/simulator", configuration: configuration)
        defer { simulator.close() }
        let data = try FaultData(
            in: work.path, count: count, simulator: simulator, credentials: try Self.credentials(simulator))
        let script = FaultScript.everything(seed: seed, streams: Self.streams)
        simulator.run(script)
        let start = ContinuousClock.now
        let deadline = SystemTime().now().milliseconds + Int64(Self.timeToLive) * 1000
        let (push, server, deaths) = try await send(data, simulator)
        let state = try await Self.wait(for: push, server)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let records = try await Self.deliveries(of: push, server, data)
        let received = simulator.received
        guard received.count < configuration.logLimit else { throw BenchmarkFailure("too many requests to judge") }
        let missing = Set(script.entries.map(\.fault)).subtracting(received.compactMap(\.fault))
        guard missing.isEmpty || count < Self.countForAllFaults else {
            throw BenchmarkFailure("these faults never came: \(missing)")
        }
        let recorder = FaultRecorder(
            streams: Int(Self.streams), deadline: deadline, unfinished: deaths.map(\.unfinished))
        let requests = FaultRequest.all(in: received, connections: deaths.map(\.connections))
        let histories = recorder.histories(of: requests, tokens: data.tokens.values)
        let resets = Set(requests.filter(\.resetsConnection).map(\.connection)).count
        return try report(
            state, records, histories, data, deaths, requests: requests.count, resets: resets, seconds: seconds)
    }

    private static func credentials(_ simulator: Simulator) throws -> PushAppCredentials {
        let key = simulator.issueAPNsKey(bundleID: FaultData.bundleID)
        let apns: JSONObject = [
            "team_id": .string(key.teamID), "bundle_id": .string(key.bundleID), "key_id": .string(key.keyID),
            "private_key": .string(key.privateKey),
        ]
        let account = try simulator.issueServiceAccount(projectID: FaultData.projectID)
        return PushAppCredentials(
            apns: try APNsCredential(encoded: JSONValue.object(apns).compact),
            fcm: try FCMCredential(encoded: Array(account.json.utf8)))
    }

    /// Sends the push and kills the server a few times meanwhile; returns the last server, and how the others ended.
    private func send(
        _ data: FaultData, _ simulator: Simulator
    ) async throws -> (push: String, server: ServerProgram, deaths: [Death]) {
        let environment = simulator.environment + [("WAXWING_LEASE_SECONDS", "\(Self.leaseSeconds)")]
        var server = try ServerProgram(data: data.directory, key: data.key, environment: environment)
        let push = try await server.client.make(
            "POST", "/v1/push",
            [
                "app_id": .string(data.app), "all_devices": true, "title": .string(Self.title),
                "ttl_seconds": .number(JSONNumber(Self.timeToLive)),
            ])
        var deaths: [Death] = []
        for share in Self.kills {
            let goal = Int(share * Double(count))
            while simulator.counts(of: .apns).total + simulator.counts(of: .fcm).total < goal {
                try server.program.checkIsRunning()
                try await Task.sleep(for: .milliseconds(2))
            }
            server.program.killAndWait()
            deaths.append(
                Death(
                    connections: [.apns: simulator.connections(of: .apns), .fcm: simulator.connections(of: .fcm)],
                    unfinished: try data.unfinished(push: push)))
            // What comes back finds nobody at first.
            let faults = HandshakeFault.allCases
            simulator.setHandshakeFault(faults[deaths.count % faults.count], service: .apns)
            server = try ServerProgram(data: data.directory, key: data.key, environment: environment)
            try await Self.waitForFailure(of: server)
            simulator.setHandshakeFault(nil, service: .apns)
            simulator.limitReading(bytesPerSecond: 2_000_000, service: .fcm)
        }
        return (push, server, deaths)
    }

    /// Waits until a server could not connect; not for long, since it may have nothing left to send.
    private static func waitForFailure(of server: ServerProgram) async throws {
        for _ in 0..<1000 {
            if try server.program.says("connection failed") { return }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private static func wait(for push: String, _ server: ServerProgram) async throws -> JSONValue {
        while true {
            let state = try await server.client.call("GET", "/v1/push/\(push)")
            if state["status"] != "queued" && state["status"] != "sending" { return state }
            try server.program.checkIsRunning()
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// What was recorded for each device, by its token.
    private static func deliveries(
        of push: String, _ server: ServerProgram, _ data: FaultData
    ) async throws -> [String: FaultJudge.Record] {
        var records: [String: FaultJudge.Record] = [:]
        var cursor = ""
        while true {
            let page = try await server.client.call("GET", "/v1/push/\(push)/deliveries?limit=100\(cursor)")
            for delivery in page["data"]?.arrayValue ?? [] {
                guard let token = data.tokens[delivery["device_id"]?.stringValue ?? ""], records[token] == nil else {
                    throw BenchmarkFailure("a delivery for no device, or a second one for the same")
                }
                records[token] = FaultJudge.Record(
                    status: delivery["status"]?.stringValue ?? "", errorCode: delivery["error_code"]?.stringValue,
                    attempts: Int(delivery["attempts"]?.int64Value ?? 0))
            }
            guard let next = page["next_cursor"]?.stringValue else { return records }
            cursor = "&cursor=\(next)"
        }
    }

    private func report(
        _ state: JSONValue, _ records: [String: FaultJudge.Record], _ histories: [String: FaultHistory],
        _ data: FaultData, _ deaths: [Death], requests: Int, resets: Int, seconds: Double
    ) throws -> String {
        var wrong: [String: Int] = [:]
        var ends: [String: Int] = [:]
        var unseen = 0
        for (token, history) in histories {
            guard let record = records[token] else {
                wrong["no delivery", default: 0] += 1
                continue
            }
            ends[record.errorCode ?? record.status, default: 0] += 1
            if let fault = FaultJudge.fault(of: record, after: history, mayBeUnseen: &unseen) {
                wrong[fault, default: 0] += 1
            }
        }
        if unseen > resets * Int(Self.streams) { wrong["more lost unseen than can be under way at a reset"] = unseen }
        if !data.sampleOpens(as: Self.title) { wrong["a sample does not open", default: 0] += 1 }
        // A server that took nothing down would leave everything unfinished, and a kill would excuse it all.
        let unfinished = deaths.map(\.unfinished.count)
        if unfinished.contains(where: { $0 > EngineConfiguration().attemptsInFlight }) {
            wrong["more under way than a server begins", default: 0] += 1
        }
        var table = ResultTable(nameWidth: 36, widths: [10])
        table.add("\(count) devices, seed \(seed), \(deaths.count) kills, \(decimal(seconds, 1)) s")
        table.add("requests to the providers", "\(requests)")
        for number in unfinished { table.add("under way at a kill", "\(number)") }
        for (name, number) in ends.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            table.add(name, "\(number)")
        }
        table.add("with an attempt that nobody saw", "\(unseen)")
        let times = data.devicesByArrivals + [0, 0, 0]
        table.add("arrived once", "\(times[1])")
        table.add("arrived twice", "\(times[2])")
        guard wrong.isEmpty, state["status"] == "sent" else {
            let list = wrong.map { "\($0.value) × \($0.key)" }.sorted().joined(separator: "\n")
            throw BenchmarkFailure("\(table.lines.joined(separator: "\n"))\nwrong:\n\(list)")
        }
        let lines = [
            "", "RESULT fault_deliveries=\(records.count)", "RESULT fault_sent=\(ends["sent", default: 0])",
            "RESULT fault_timeouts=\(ends["PROVIDER_TIMEOUT", default: 0])", "RESULT fault_arrived_twice=\(times[2])",
            "RESULT fault_wrong=0", "RESULT fault_seconds=\(decimal(seconds, 1))",
        ]
        return (table.lines + lines).joined(separator: "\n")
    }
}
