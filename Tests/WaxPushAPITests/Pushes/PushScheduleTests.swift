// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxSystem

/// Moving and cancelling scheduled pushes.
@Suite struct PushScheduleTests {
    private let rig: PushAPIRig
    private let app: String

    init() async throws {
        rig = try PushAPIRig()
        app = try await rig.makeApp()
        _ = try await rig.makeDevice(app)
    }

    private func schedule(in span: Duration = .seconds(60)) async throws -> String {
        try await rig.push(app, ["scheduled_at": rig.time(in: span)]).id(202)
    }

    private func get(_ push: String) async throws -> APIAnswer { try await rig.call("GET", "/v1/push/\(push)") }

    private func move(_ push: String, to time: JSONValue) async throws -> APIAnswer {
        try await rig.call("PATCH", "/v1/push/\(push)", ["scheduled_at": time])
    }

    private func cancel(_ push: String) async throws -> APIAnswer { try await rig.call("DELETE", "/v1/push/\(push)") }

    @Test func aMovedPushIsSentAtItsNewTime() async throws {
        let (push, other) = (try await schedule(in: .seconds(10)), try await schedule(in: .seconds(10)))
        let before = try #require(try await get(push).body.objectValue)
        let (wakes, time) = (rig.wakeCount, rig.time(in: .seconds(20)))
        let answer = try await move(push, to: time)
        #expect(answer.status == 200 && answer.body == .object(before.changed(["scheduled_at": time])))
        #expect(rig.wakeCount == wakes + 1)
        rig.store.time.advance(by: .seconds(10))
        try await rig.deliver(1)
        #expect(try await get(other)["status"] == "sent")
        #expect(try await get(push).body == answer.body)
        rig.store.time.advance(by: .seconds(10))
        try await rig.deliver(2)
        #expect(try await get(push)["status"] == "sent")
        #expect(try await get(push)["sent_at"] == time)
        #expect(try await get(push)["scheduled_at"] == time)
    }

    @Test func whereAPushMayBeMoved() async throws {
        let push = try await schedule()
        let month = Duration.seconds(30 * 86_400)
        let rules: [(JSONObject, [String])] = [
            ([:], ["scheduled_at required"]), (["scheduled_at": .null], ["scheduled_at not_null"]),
            (["scheduled_at": 1], ["scheduled_at type"]), (["scheduled_at": "soon"], ["scheduled_at format"]),
            (["scheduled_at": rig.time(in: .zero)], ["scheduled_at format"]),
            (["scheduled_at": rig.time(in: month + .milliseconds(1))], ["scheduled_at format"]),
            (["scheduled_at": rig.time(in: month)], []), (["scheduled_at": rig.time(in: .milliseconds(1))], []),
            (
                ["scheduled_at": rig.time(in: month), "title": "y", "status": "queued"],
                ["title unknown_field", "status unknown_field"]
            ),
        ]
        for (body, problems) in rules {
            let answer = try await rig.call("PATCH", "/v1/push/\(push)", body)
            #expect(answer.problems == problems)
            #expect(answer.refusal == (problems.isEmpty ? "200 " : "422 VALIDATION_ERROR"))
        }
    }

    @Test func onlyScheduledPushesMoveOrAreCancelled() async throws {
        let cancelled = try await schedule()
        _ = try await cancel(cancelled)
        let sent = try await rig.push(app).id(202)
        try await rig.deliver(1)
        let queued = try await rig.push(app).id(202)
        for (push, status) in [(cancelled, "cancelled"), (sent, "sent"), (queued, "queued")] {
            let before = try await get(push)
            #expect(before["status"] == .string(status))
            #expect(try await move(push, to: rig.time(in: .seconds(60))).refusal == "409 PUSH_NOT_SCHEDULED")
            #expect(try await cancel(push).refusal == "409 PUSH_NOT_SCHEDULED")
            #expect(try await get(push).body == before.body)
        }
        let missing = "push_" + rig.store.newID().text
        #expect(try await move(missing, to: rig.time(in: .seconds(60))).refusal == "404 NOT_FOUND")
        #expect(try await cancel(missing).refusal == "404 NOT_FOUND")
    }

    @Test func aCancelledPushIsPurgedAndShowsHowItStood() async throws {
        let push = try await schedule()
        let before = try #require(try await get(push).body.objectValue)
        rig.store.time.advance(by: .seconds(1))
        let answer = try await cancel(push)
        #expect(answer.status == 204 && answer.bytes.isEmpty)
        #expect(try rig.store.integers("SELECT content IS NULL FROM pushes") == [1])
        _ = try await rig.call("PATCH", "/v1/push/apps/\(app)", ["require_encryption": true])
        let after = before.changed([
            "status": "cancelled", "cancelled_at": rig.time(in: .zero), "content_purged": true,
        ])
        #expect(try await get(push).body == .object(after))
        #expect(try await rig.call("GET", "/v1/push/\(push)/deliveries").ids == [])
    }

    @Test func ofACancellationAndASendingOneWins() async throws {
        var pushes: [String] = []
        for _ in 0..<40 { pushes.append(try await schedule(in: .seconds(1))) }
        var answers = [try await cancel(pushes[0])]
        rig.store.time.advance(by: .seconds(1))
        let late = pushes
        try await rig.deliver(0) {
            let statuses = try await withThrowingTaskGroup(of: (String, APIAnswer).self) { tasks in
                for push in late.dropFirst().reversed() { tasks.addTask { (push, try await cancel(push)) } }
                return try await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            answers += try late.dropFirst().map { try #require(statuses[$0]) }
            try await rig.lines.wait(for: "settled", count: answers.count { $0.status == 409 })
        }
        for (push, answer) in zip(pushes, answers) {
            let isCancelled = answer.status == 204
            #expect(isCancelled || answer.refusal == "409 PUSH_NOT_SCHEDULED")
            #expect(try await get(push)["status"] == (isCancelled ? "cancelled" : "sent"))
            #expect(
                try await rig.call("GET", "/v1/push/\(push)/deliveries").ids.count == (isCancelled ? 0 : 1))
        }
    }
}
