// SPDX-License-Identifier: Apache-2.0

/// What a delivery costs from acceptance to its recorded result: sealed and plain, with the stand-ins for Apple and
/// Google on the same machine.
struct DeliveryBenchmark {
    /// The number of devices at which everything is measured; at others only what is sealed.
    private static let mainCount = 100_000
    private static let rounds = 3

    let counts: [Int]
    let directory: String

    /// One line of the table.
    private struct Line {
        let name: String
        let isSealed: Bool
        let sink: StandIn.Kind
        let count: Int
        let measurements: [DeliveryRun.Measurement]
        let peakMegabytes: Double

        func middle(_ value: (DeliveryRun.Measurement) -> Double) -> Double { median(measurements.map(value)) }
    }

    /// The table and the lines for scripts.
    func run() async throws -> String {
        let programs = try ChildProgram.ownDirectory()
        let work = try WorkDirectory(in: directory)
        var lines: [Line] = []
        for sink in NginxSink.isInstalled ? [StandIn.Kind.simulator, .nginx] : [.simulator] {
            for count in sink == .simulator ? counts : counts.filter({ $0 == Self.mainCount }) {
                lines += try await measure(count, sink, programs: programs, in: "\(work.path)/\(sink)-\(count)")
            }
        }
        return report(lines, syncTime: try work.syncTime())
    }

    private func measure(
        _ count: Int, _ sink: StandIn.Kind, programs: String, in directory: String
    ) async throws -> [Line] {
        let standIn = try StandIn(sink, programs: programs, directory: "\(directory)-providers")
        let kinds = count == Self.mainCount ? [true, false] : [true]
        let data = try DeliveryData(
            in: "\(directory)-data", count: count, sealed: kinds, credentials: try await standIn.credentials())
        var lines: [Line] = []
        for (isSealed, app) in zip(kinds, data.apps) {
            // A server of its own for each, so that the memory is its own as well.
            let run = try DeliveryRun(data, standIn: standIn, programs: programs)
            var measurements: [DeliveryRun.Measurement] = []
            for _ in 0..<(count > Self.mainCount ? 1 : Self.rounds) {
                measurements.append(try await run.push(to: app, count: count))
            }
            lines.append(
                Line(
                    name: isSealed ? "sealed" : "plain", isSealed: isSealed, sink: sink, count: count,
                    measurements: measurements, peakMegabytes: try run.peakMegabytes()))
        }
        return lines
    }

    private func report(_ lines: [Line], syncTime: Double) -> String {
        var table = ResultTable(nameWidth: 20, widths: [9, 12, 12, 11, 10])
        table.add("\(Processor.description), everything on the same machine")
        table.add("a write of 4 KiB to this disk, synced: \(decimal(syncTime, 2)) ms")
        table.add("", "devices", "per second", "server µs", "sink µs", "peak MB")
        for line in lines {
            table.add(
                line.name + (line.sink == .nginx ? ", to nginx" : ""), decimal(Double(line.count), 0),
                decimal(line.middle(\.rate), 0), decimal(line.middle(\.serverMicroseconds), 1),
                decimal(line.middle(\.sinkMicroseconds), 1), decimal(line.peakMegabytes, 0))
        }
        var results = [""]
        func add(_ name: String, _ isSealed: Bool, _ count: Int, _ value: (Line) -> String) {
            let line = lines.first { $0.isSealed == isSealed && $0.count == count && $0.sink == .simulator }
            if let line { results.append("RESULT \(name)=\(value(line))") }
        }
        add("cpu_us_sealed", true, Self.mainCount) { decimal($0.middle(\.serverMicroseconds), 2) }
        add("cpu_us_plain", false, Self.mainCount) { decimal($0.middle(\.serverMicroseconds), 2) }
        add("rate_sealed", true, Self.mainCount) { decimal($0.middle(\.rate), 0) }
        add("peak_mb_100k", true, Self.mainCount) { decimal($0.peakMegabytes, 1) }
        add("peak_mb_1m", true, 1_000_000) { decimal($0.peakMegabytes, 1) }
        return (table.lines + results).joined(separator: "\n")
    }
}
