// SPDX-License-Identifier: Apache-2.0

/// What a delivery costs from acceptance to its recorded result: sealed and plain, with the stand-ins for Apple and
/// Google on the same machine.
struct DeliveryBenchmark {
    /// The number of devices at which everything is measured; at others only what is sealed is.
    static let mainCount = 100_000
    private static let rounds = 3

    let counts: [Int]
    let directory: String

    /// The table and the lines for scripts.
    func run() async throws -> String {
        let programs = try ChildProgram.ownDirectory()
        let work = try WorkDirectory(in: directory)
        let standIn = try StandIn(programs: programs, directory: "\(work.path)/providers")
        var lines: [DeliveryReport.Line] = []
        for count in counts {
            lines += try await measure(count, standIn, programs: programs, in: "\(work.path)/\(count)")
        }
        return DeliveryReport(lines: lines, syncTime: try work.syncTime()).text
    }

    private func measure(
        _ count: Int, _ standIn: StandIn, programs: String, in directory: String
    ) async throws -> [DeliveryReport.Line] {
        let isMain = count == Self.mainCount
        let data = try DeliveryData(
            in: directory, count: count, hasPlain: isMain, credentials: try await standIn.credentials())
        var lines: [DeliveryReport.Line] = []
        for sink in isMain ? standIn.sinks : [.simulator] {
            let manners: [DeliveryManner] =
                !isMain ? [.sealed] : sink == .simulator ? [.sealed, .sealedOneByOne, .plain] : [.sealed, .plain]
            for manner in manners {
                // A server of its own for each, so that the memory is its own as well.
                let run = try DeliveryRun(data, manner, standIn: standIn, sink: sink, programs: programs)
                var measurements: [DeliveryRun.Measurement] = []
                for _ in 0..<(count > Self.mainCount ? 1 : Self.rounds) { measurements.append(try await run.push()) }
                lines.append(
                    DeliveryReport.Line(
                        manner: manner, sink: sink, count: count, usesLanes: run.usesLanes, measurements: measurements,
                        peakMegabytes: try run.peakMegabytes()))
            }
        }
        return lines
    }
}
