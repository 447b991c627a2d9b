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
            Target("handler that answers a constant", "bare", server.registrations, bare.boundPort),
            Target("PUT /v1/push/devices", "register", server.registrations, server.port),
            Target("PUT /v1/push/devices, no key", "register_plain", server.plainRegistrations, server.port),
            Target("POST /v1/push", "push", server.pushes, server.port),
        ]
        var results: [[LoadGenerator.Result]] = targets.map { _ in [] }
        for round in 0...Self.rounds {
            for (index, target) in targets.enumerated() {
                // The first round warms up.
                let length = round == 0 ? 1 : max(1, Int(seconds) / (Self.rounds * targets.count))
                let number = round * targets.count + index
                let result = try generator.run(target.load, number: number, port: target.port, seconds: length)
                if round > 0 { results[index].append(result) }
                try await server.finishPushes()
            }
        }
        await server.stop()
        await bare.stop()
        return report(targets, results, syncTime: try work.syncTime())
    }

    /// What is sent where, and how the figures of it are called.
    private struct Target {
        let title: String
        let name: String
        let load: Load
        let port: UInt16

        init(_ title: String, _ name: String, _ load: Load, _ port: UInt16) {
            self.title = title
            self.name = name
            self.load = load
            self.port = port
        }
    }

    private func report(_ targets: [Target], _ results: [[LoadGenerator.Result]], syncTime: Double) -> String {
        let rates = results.map { median($0.map(\.requestsPerSecond)) }
        let latencies = results.map { median($0.map(\.p99)) }
        let times = results.map { median($0.map(\.cpuTime)) }
        var table = ResultTable(nameWidth: 36, widths: [13, 10, 10, 10])
        table.add(
            "\(connections) connections, \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, wrk on the same machine")
        table.add("a write of 4 KiB to this disk, synced: \(decimal(syncTime, 2)) ms")
        table.add("", "per second", "p99 ms", "CPU µs", "of bare")
        var lines = [""]
        for (index, target) in targets.enumerated() {
            let (rate, ratio) = (rates[index], rates[index] / rates[0])
            table.add(
                target.title, decimal(rate, 0), decimal(latencies[index], 1), decimal(times[index], 1),
                decimal(ratio, 2))
            lines.append("RESULT \(target.name)_rps=\(decimal(rate, 0))")
            lines.append("RESULT \(target.name)_p99_ms=\(decimal(latencies[index], 1))")
            if index > 0 { lines.append("RESULT \(target.name)_ratio=\(decimal(ratio, 3))") }
        }
        return (table.lines + lines).joined(separator: "\n")
    }
}
