// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What a run came to.
struct NotifyReport {
    /// What a process holds at a moment.
    struct Process {
        let megabytes: Double
        let threads: Int

        init(_ program: ChildProgram) throws {
            megabytes = Double(try program.residentBytes()) / 1e6
            threads = try program.threadCount()
        }
    }

    let waits: Int
    /// How many of them waited before the first tap.
    let waiting: Int
    /// How many ended without their answer.
    let dropped: Int
    /// From the tap to the end of the wait, in milliseconds.
    let delays: [Double]
    /// How long each sending took, in milliseconds.
    let sent: [Double]
    let wantedRate: Int
    let seconds: Double
    let cpuSeconds: Double
    let idle: Process
    let before: Process
    let holding: Process
    let after: Process
    let syncTime: Double

    var text: String {
        let rate = Double(sent.count) / seconds
        var table = ResultTable(nameWidth: 44, widths: [12, 12])
        table.add("\(waits) waits on answers and receipts, \(wantedRate) notifications wanted a second, no devices")
        table.add("\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, with the load on the same machine")
        table.add("a write of 4 KiB to this disk, synced: \(decimal(syncTime, 2)) ms")
        table.add("the server", "memory MB", "threads")
        for (name, process) in [
            ("at its start", idle), ("with what is waited for stored", before), ("with all waiting", holding),
            ("at the end", after),
        ] {
            table.add(name, decimal(process.megabytes, 1), "\(process.threads)")
        }
        table.add("", "p50 ms", "p99 ms")
        table.add(
            "from a tap to the end of its wait", decimal(Self.part(delays, 50), 1), decimal(Self.part(delays, 99), 1))
        table.add("sending a notification", decimal(Self.part(sent, 50), 1), decimal(Self.part(sent, 99), 1))
        table.add("notifications a second", decimal(rate, 0))
        table.add("CPU seconds of the server a second", decimal(cpuSeconds / seconds, 2))
        table.add("waits that were held, and dropped", "\(waiting)", "\(dropped)")
        let results: [(String, String)] = [
            ("notify_waits", "\(waiting)"), ("notify_dropped", "\(dropped)"), ("notify_rps", decimal(rate, 0)),
            ("notify_p99_ms", decimal(Self.part(sent, 99), 1)),
            ("notify_wake_p50_ms", decimal(Self.part(delays, 50), 1)),
            ("notify_wake_p99_ms", decimal(Self.part(delays, 99), 1)),
            ("notify_memory_mb", decimal(holding.megabytes, 1)), ("notify_threads", "\(holding.threads)"),
        ]
        return (table.lines + [""] + results.map { "RESULT \($0.0)=\($0.1)" }).joined(separator: "\n")
    }

    /// The value that so many percent do not exceed.
    private static func part(_ numbers: [Double], _ percent: Int) -> Double {
        guard !numbers.isEmpty else { return 0 }
        return numbers.sorted()[min(numbers.count - 1, numbers.count * percent / 100)]
    }
}
