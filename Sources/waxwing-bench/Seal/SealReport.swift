// SPDX-License-Identifier: Apache-2.0

/// What the seal benchmark prints.
struct SealReport {
    private let microseconds: [SealSubject: Double]
    private let batchCount: Int
    private let hasLanes: Bool

    init(subjects: [SealSubject], medians: [Double], batchCount: Int, hasLanes: Bool) {
        microseconds = Dictionary(uniqueKeysWithValues: zip(subjects, medians))
        self.batchCount = batchCount
        self.hasLanes = hasLanes
    }

    /// The tables, then the lines for scripts.
    var text: String {
        (mainTable + [""] + laneTable + [""] + results).joined(separator: "\n")
    }

    private subscript(_ subject: SealSubject) -> Double { microseconds[subject] ?? .nan }

    /// What no seal with libcrypto can do without.
    private var raw: Double { self[.baseMultiplication] + self[.pointMultiplication] + self[.encoding] }

    private var mainTable: [String] {
        var table = ResultTable(nameWidth: 40, widths: [8, 13])
        table.add("\(SealBenchmark.plaintextByteCount)-byte plaintext, one core, CPU time, \(RawCurve.version)")
        table.add("", "µs", "per second")
        func add(_ name: String, _ microseconds: Double) {
            table.add(name, decimal(microseconds, 1), decimal(1_000_000 / microseconds, 0))
        }
        func add(_ subjects: SealSubject...) {
            for subject in subjects { add(subject.name, self[subject]) }
        }
        add(.seal, .batch(batchCount, inLanes: false))
        if hasLanes { add(.batch(batchCount, inLanes: true)) }
        add(.sender, .recipient, .baseMultiplication, .pointMultiplication, .encoding)
        add("these three curve operations together", raw)
        return table.lines
    }

    /// From how many messages on the lanes are worth it: all eight take their time even if one has work.
    private var laneTable: [String] {
        guard hasLanes else { return ["no lanes: the build has no crypto_mb, or the processor no AVX-512 IFMA"] }
        var table = ResultTable(nameWidth: 36, widths: [12, 13])
        table.add("µs a seal, in batches of", "one by one", "eight lanes")
        for count in 1...8 {
            table.add(
                String(count), decimal(self[.batch(count, inLanes: false)], 1),
                decimal(self[.batch(count, inLanes: true)], 1))
        }
        return table.lines
    }

    private var results: [String] {
        var results = [
            "RESULT seal_us=" + decimal(self[.seal], 2), "RESULT open_us=" + decimal(self[.recipient], 2),
            "RESULT seal_ratio=" + decimal(self[.seal] / raw, 3),
        ]
        if hasLanes {
            let inLanes = self[.batch(batchCount, inLanes: true)]
            results.append("RESULT lanes_us=" + decimal(inLanes, 2))
            results.append("RESULT lanes_speedup=" + decimal(self[.batch(batchCount, inLanes: false)] / inLanes, 3))
        }
        return results
    }
}
