// SPDX-License-Identifier: Apache-2.0

/// What the delivery benchmark prints.
struct DeliveryReport {
    /// One line of the table.
    struct Line {
        let manner: DeliveryManner
        let sink: StandIn.Sink
        let count: Int
        let usesLanes: Bool
        let measurements: [DeliveryRun.Measurement]
        let peakMegabytes: Double

        fileprivate func middle(_ value: (DeliveryRun.Measurement) -> Double) -> Double {
            median(measurements.map(value))
        }

        fileprivate var name: String {
            let manner =
                switch manner {
                case .plain: "plain"
                case .sealed, .sealedOneByOne: usesLanes ? "sealed, eight lanes" : "sealed, one by one"
                }
            return sink == .nginx ? manner + ", nginx" : manner
        }
    }

    let lines: [Line]
    /// The milliseconds that the disk takes for a page.
    let syncTime: Double

    /// The table, then the lines for scripts.
    var text: String { (table + [""] + results).joined(separator: "\n") }

    private var table: [String] {
        var table = ResultTable(nameWidth: 28, widths: [9, 12, 11, 9, 9])
        table.add("\(Processor.description), everything on the same machine")
        table.add("a write of 4 KiB to this disk, synced: \(decimal(syncTime, 2)) ms")
        table.add("", "devices", "per second", "server µs", "sink µs", "peak MB")
        for line in lines {
            table.add(
                line.name, String(line.count), decimal(line.middle(\.rate), 0),
                decimal(line.middle(\.serverMicroseconds), 1), decimal(line.middle(\.sinkMicroseconds), 1),
                decimal(line.peakMegabytes, 0))
        }
        return table.lines
    }

    private var results: [String] {
        var results: [String] = []
        func add(_ name: String, _ manner: DeliveryManner, _ count: Int, _ value: (Line) -> String) {
            let line = lines.first { $0.manner == manner && $0.count == count && $0.sink == .simulator }
            if let line { results.append("RESULT \(name)=\(value(line))") }
        }
        let main = DeliveryBenchmark.mainCount
        add("cpu_us_sealed", .sealed, main) { decimal($0.middle(\.serverMicroseconds), 2) }
        add("cpu_us_sealed_nolanes", .sealedOneByOne, main) { decimal($0.middle(\.serverMicroseconds), 2) }
        add("cpu_us_plain", .plain, main) { decimal($0.middle(\.serverMicroseconds), 2) }
        add("rate_sealed", .sealed, main) { decimal($0.middle(\.rate), 0) }
        add("peak_mb_100k", .sealed, main) { decimal($0.peakMegabytes, 1) }
        add("peak_mb_1m", .sealed, 1_000_000) { decimal($0.peakMegabytes, 1) }
        return results
    }
}
