// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxSystem

/// Sends and taps notifications at a steady rate, whatever the answers do.
struct NotifyLoad: Sendable {
    /// A notification that is waited for.
    struct Target: Sendable {
        let account: NotifyData.Account
        let id: Int64
        let isReceipt: Bool
    }

    let port: UInt16
    let client: HTTPClient

    private static let message: JSONObject = [
        "title": "Backup of db1 finished", "body": "41 GB in 12 minutes; the next one begins at 02:00.",
        "level": "active", "source": "backup",
    ]

    /// Sends one that is to be waited for.
    func target(_ account: NotifyData.Account, isReceipt: Bool) async throws -> Target {
        var body = Self.message
        if isReceipt {
            body["acknowledge"] = ["repeat_seconds": 3600, "expire_seconds": 3600]
        } else {
            body["actions"] = [["id": "yes", "title": "Yes"]]
        }
        guard let id = try await post("/notifications", account.key, body)["id"]?.int64Value else {
            throw BenchmarkFailure("a notification has no id")
        }
        return Target(account: account, id: id, isReceipt: isReceipt)
    }

    /// Sends `rate` notifications a second; returns how long each took, in milliseconds.
    func send(rate: Int, seconds: Double, accounts: [NotifyData.Account]) async throws -> [Double] {
        try await steadily(Int(Double(rate) * seconds), within: seconds) { number in
            let start = SystemTime().uptime()
            _ = try await post("/notifications", accounts[number % accounts.count].key, Self.message)
            return (SystemTime().uptime() - start) / .milliseconds(1)
        }
    }

    /// Taps a button of each; returns when each tap was sent.
    func tap(_ targets: [Target], within seconds: Double) async throws -> [Duration] {
        try await steadily(targets.count, within: seconds) { number in
            let (target, start) = (targets[number], SystemTime().uptime())
            _ = try await post(
                "/notifications/answers/\(target.id)", target.account.token,
                ["action_id": target.isReceipt ? "pw_ack" : "yes"])
            return start
        }
    }

    /// Begins `count` requests evenly spread over so many seconds, without waiting for those before.
    private func steadily<Result: Sendable>(
        _ count: Int, within seconds: Double, _ request: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> [Result] {
        let clock = ContinuousClock()
        let start = clock.now
        return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for number in 0..<count {
                let due = start + .seconds(seconds * Double(number) / Double(count))
                if due > clock.now { try await Task.sleep(until: due, clock: clock) }
                group.addTask { (number, try await request(number)) }
            }
            let results = try await group.reduce(into: [(Int, Result)]()) { $0.append($1) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func post(_ path: String, _ key: String, _ body: JSONObject) async throws -> JSONValue {
        var request = HTTPClientRequest(
            method: "POST", url: "http://127.0.0.1:\(port)\(path)", body: JSONValue.object(body).compact)
        request.headers = HTTPHeaders([("Authorization", "Bearer \(key)"), ("Content-Type", "application/json")])
        let response = try await client.send(request)
        guard (200..<300).contains(response.status) else {
            throw BenchmarkFailure("POST \(path) was answered by \(response.status)")
        }
        return response.body.isEmpty ? .null : try JSONReader.parse(response.body)
    }
}
