// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxHTTP

/// What the server takes over HTTP, durably, beside the same HTTP server with a handler that does nothing.
///
/// All are measured in turns, so that a slow moment of the machine falls on all of them alike; the load generator takes
/// its share of the processors in each.
struct APIBenchmark {
    private static let rounds = 3

    let connections: Int
    let directory: String

    /// The table and the lines for scripts.
    func run(seconds: Double) async throws -> String {
        let work = try WorkDirectory(in: directory)
        let generator = LoadGenerator(connections: connections, directory: work.path)
        let bare = try HTTPServer(configuration: HTTPServer.Configuration(), handler: BareHandler())
        let server = try await BenchmarkServer(in: work.path)
        let targets = [
            (load: server.registrations, port: bare.boundPort), (load: server.registrations, port: server.port),
            (load: server.pushes, port: server.port),
        ]
        var results: [[LoadGenerator.Result]] = targets.map { _ in [] }
        for round in 0...Self.rounds {
            for (index, target) in targets.enumerated() {
                // The first round warms up.
                let length = round == 0 ? 1 : max(1, Int(seconds) / (Self.rounds * targets.count))
                let result = try generator.run(target.load, number: round, port: target.port, seconds: length)
                if round > 0 { results[index].append(result) }
                try await server.finishPushes()
            }
        }
        await server.stop()
        await bare.stop()
        return report(results, syncTime: try work.syncTime())
    }

    private func report(_ results: [[LoadGenerator.Result]], syncTime: Double) -> String {
        let rates = results.map { median($0.map(\.requestsPerSecond)) }
        let latencies = results.map { median($0.map(\.p99)) }
        let names = ["handler that answers a constant", "PUT /v1/push/devices", "POST /v1/push"]
        var table = ResultTable(nameWidth: 36, widths: [13, 10, 10])
        table.add(
            "\(connections) connections, \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, wrk on the same machine")
        table.add("a write of 4 KiB to this disk, synced: \(decimal(syncTime, 2)) ms")
        table.add("", "per second", "p99 ms", "of bare")
        for (name, (rate, latency)) in zip(names, zip(rates, latencies)) {
            table.add(name, decimal(rate, 0), decimal(latency, 1), decimal(rate / rates[0], 2))
        }
        let lines = [
            "", "RESULT bare_rps=\(decimal(rates[0], 0))", "RESULT register_rps=\(decimal(rates[1], 0))",
            "RESULT register_p99_ms=\(decimal(latencies[1], 1))", "RESULT push_rps=\(decimal(rates[2], 0))",
            "RESULT push_p99_ms=\(decimal(latencies[2], 1))",
            "RESULT register_ratio=\(decimal(rates[1] / rates[0], 3))",
        ]
        return (table.lines + lines).joined(separator: "\n")
    }
}
