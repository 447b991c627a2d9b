// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxHTTP
import WaxJSON
import WaxSystem

/// Long polls that wait while notifications are sent: what they cost, and whether each gets its answer.
///
/// Half of them wait for answers and half for receipts; while others send at a steady rate, each notification that is
/// waited for is tapped. A wait is dropped when it ends without its answer.
struct NotifyBenchmark {
    /// As many as may be active on one account.
    private static let receiptsPerAccount = 25
    /// What one account may hold by the server's own default.
    private static let waitsPerAccount = 50
    private static let path = (answer: "/notifications/answers/", receipt: "/notifications/receipts/")
    /// Taps go on for so long, after a second for the waits to settle; a wait lasts 25 seconds.
    private static let tapSeconds = 12.0

    let waits: Int
    let rate: Int
    let directory: String

    /// The table and the lines for scripts.
    func run(seconds: Double) async throws -> String {
        let programs = try ChildProgram.ownDirectory()
        let work = try WorkDirectory(in: directory)
        let count = (waits + Self.waitsPerAccount - 1) / Self.waitsPerAccount
        let data = try NotifyData(in: "\(work.path)/data", accounts: count)
        try Self.raiseFileLimit(waits)
        let server = try ChildProgram(
            ["\(programs)/waxwing", "serve", "--listen", "127.0.0.1:0", "--data", data.directory],
            environment: [
                (name: "WAXWING_CONNECTIONS", value: "\(waits * 2 + 1000)"),
                (name: "WAXWING_ANSWER_WAITS", value: "\(Self.waitsPerAccount)"),
            ], output: "\(data.directory).log")
        let port = try server.listeningPort()
        var configuration = HTTPClient.Configuration()
        configuration.connectionLimit = 64
        let load = NotifyLoad(port: port, client: HTTPClient(configuration: configuration))
        let idle = try NotifyReport.Process(server)
        let targets = try await makeTargets(data, load)
        let before = try NotifyReport.Process(server)
        let held = HeldWaits()
        for target in targets {
            let path = target.isReceipt ? Self.path.receipt : Self.path.answer
            try held.open(
                "GET \(path)\(target.id)?wait=25 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(target.account.key)\r\n\r\n",
                port: port)
        }
        held.watch()
        try await Task.sleep(for: .seconds(1))
        let holding = try NotifyReport.Process(server)
        let waiting = held.left
        let usage = try server.usage()
        let start = SystemTime().uptime()
        async let sending = load.send(rate: rate, seconds: seconds, accounts: data.accounts)
        let taps = try await load.tap(targets, within: Self.tapSeconds)
        let sent = try await sending
        let elapsed = (SystemTime().uptime() - start) / .seconds(1)
        let cpu = try server.usage().cpuSeconds - usage.cpuSeconds
        _ = await Task.detached { held.finish(within: .seconds(30)) }.value
        let after = try NotifyReport.Process(server)
        let ends = held.ends
        let delays = zip(taps, ends).compactMap { tap, end in
            end.flatMap { $0.isAnswered ? ($0.time - tap) / .milliseconds(1) : nil }
        }
        return NotifyReport(
            waits: waits, waiting: waiting, dropped: ends.count { $0?.isAnswered != true }, delays: delays, sent: sent,
            wantedRate: rate, seconds: elapsed, cpuSeconds: cpu, idle: idle, before: before, holding: holding,
            after: after, syncTime: try work.syncTime()
        ).text
    }

    /// The notifications that are waited for: for each account half with buttons, half to be acknowledged.
    private func makeTargets(_ data: NotifyData, _ load: NotifyLoad) async throws -> [NotifyLoad.Target] {
        try await withThrowingTaskGroup(of: [NotifyLoad.Target].self) { group in
            for (index, account) in data.accounts.enumerated() {
                let count = min(Self.waitsPerAccount, waits - index * Self.waitsPerAccount)
                group.addTask {
                    var targets: [NotifyLoad.Target] = []
                    for number in 0..<count {
                        targets.append(
                            try await load.target(account, isReceipt: number < min(Self.receiptsPerAccount, count / 2)))
                    }
                    return targets
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Each wait is a connection of this program, too.
    private static func raiseFileLimit(_ waits: Int) throws {
        var limit = rlimit()
        let wanted = rlim_t(waits + 1000)
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        guard limit.rlim_cur < wanted else { return }
        guard limit.rlim_max >= wanted else {
            throw BenchmarkFailure("this process may open \(limit.rlim_max) files, fewer than \(wanted)")
        }
        limit.rlim_cur = wanted
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
