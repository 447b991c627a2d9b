// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import WaxHTTP
import WaxJSON
import WaxStore
import WaxSystem

@testable import WaxPersonal

/// The notifications API with a runner that a test turns by hand.
final class RunnerStage {
    private(set) var rig: PersonalRig
    private var loop: RunnerLoop
    private let client: HTTPClient

    init(
        _ options: PersonalService.Options = PersonalService.Options(), client: HTTPClient = HTTPClient()
    ) throws {
        // No engine runs: nobody could be waited for.
        var options = options
        options.deliveryWait = .zero
        rig = try PersonalRig(options)
        self.client = client
        loop = RunnerLoop(rig.service, client: client, random: SystemRandom())
    }

    /// Opens the store anew, as the next start of the server does.
    func restart() throws {
        rig = try PersonalRig(restarting: rig)
        loop = RunnerLoop(rig.service, client: client, random: SystemRandom())
    }

    var now: Timestamp { rig.store.now }

    /// Does what is due; returns when something is due next.
    @discardableResult
    func turn() throws -> Timestamp {
        loop.takeEvents(atMost: .zero)
        return try loop.turn()
    }

    /// Moves the clock, then does what is due.
    @discardableResult
    func advance(by span: Duration) throws -> Timestamp {
        rig.store.time.advance(by: span)
        rig.wake()
        return try turn()
    }

    /// Moves the clock to a time, then does what is due.
    func advance(to text: String) throws {
        guard let time = Timestamp(rfc3339: text) else { throw TestFailure("no time") }
        try advance(by: .milliseconds(time.milliseconds - now.milliseconds))
    }

    /// Waits for the runner to be told something, then does what is due.
    func turnWhenTold() async throws {
        // Not by a thread that waits: requests need those of the process.
        while !loop.takeEvents(atMost: .zero) { await Task.yield() }
        try turn()
    }

    /// A time so far from now, as requests have it.
    func time(in span: Duration) -> JSONValue { .string((now + span).rfc3339) }

    /// Schedules a plain notification with these members.
    func schedule(_ more: JSONObject, key: String? = nil) async throws -> PersonalAnswer {
        var body: JSONObject = ["title": "Title", "body": "Body"]
        for (name, value) in more { body[name] = value }
        return try await rig.call("POST", "/notifications/scheduled", key: key, body)
    }

    /// Schedules one and returns its identifier.
    func scheduled(_ more: JSONObject, key: String? = nil) async throws -> Int64 {
        let answer = try await schedule(more, key: key)
        guard answer.status == 201, let id = answer["id"]?.int64Value else {
            throw TestFailure(answer.refusal)
        }
        return id
    }

    /// A scheduled notification as it is now.
    func read(_ id: Int64, key: String? = nil) async throws -> PersonalAnswer {
        try await rig.call("GET", "/notifications/scheduled/\(id)", key: key)
    }

    /// How many notifications the account has.
    func notificationCount() throws -> Int64 { try rig.store.integers("SELECT count(*) FROM notifications")[0] }

    /// Ends every push as providers would that took it.
    func endPushes() throws {
        try rig.store.tamper("UPDATE pushes SET state = 3, sent = 1, queued = 0, sent_at = ?", [SQLValue(now)])
    }
}
