// SPDX-License-Identifier: Apache-2.0

/// What it costs to start `pushward`, seal one notification and end, as a script does it.
struct SenderBenchmark {
    private static let text = ["--title", "Disk full", "--body", "/var at 97%", "--url", "https://example.org/disks"]

    let runs: Int
    let program: String
    let directory: String

    /// The table and the lines for scripts.
    func run() throws -> String {
        let work = try WorkDirectory(in: directory)
        let calls = [
            ("pushward e2e encrypt", ["e2e", "encrypt"] + Self.text, "encrypt_cpu_ms"),
            ("with --jq .encrypted", ["e2e", "encrypt"] + Self.text + ["--jq", ".encrypted"], "encrypt_jq_cpu_ms"),
        ]
        var times: [[Double]] = calls.map { _ in [] }
        // The first round brings the program into memory.
        for round in 0...runs {
            for (index, call) in calls.enumerated() {
                let child = try ChildProgram(
                    [program] + call.1, environment: Self.environment(work.path), output: "\(work.path)/output")
                let seconds = try child.finish()
                if round > 0 { times[index].append(seconds * 1000) }
            }
        }
        var table = ResultTable(nameWidth: 24, widths: [10, 10])
        table.add("\(runs) runs each, \(Processor.description)")
        table.add("CPU, ms", "median", "most")
        var lines = [""]
        for (call, times) in zip(calls, times) {
            table.add(call.0, decimal(median(times), 1), decimal(times.max() ?? 0, 1))
            lines.append("RESULT \(call.2)=\(decimal(median(times), 1))")
        }
        return (table.lines + lines).joined(separator: "\n")
    }

    /// A published test key, and no configuration but that of an empty folder.
    private static func environment(_ folder: String) -> [(name: String, value: String)] {
        [
            ("PUSHWARD_CONFIG_DIR", "\(folder)/config"),
            ("PUSHWARD_E2E_KEY", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"),
        ]
    }
}
