// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// Requests with an `Idempotency-Key`.
@Suite struct IdempotencyRouteTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig() }

    private func post(
        _ app: String, _ key: String?, title: String = "x", apiKey: String? = nil
    ) async throws -> APIAnswer {
        try await rig.call(
            "POST", "/v1/push", key: apiKey, ["app_id": .string(app), "title": .string(title), "all_devices": true],
            headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    private func pushCount() throws -> Int64 {
        try #require(try rig.store.integers("SELECT count(*) FROM pushes").first)
    }

    @Test func theSameRequestGetsTheSameAnswer() async throws {
        let app = try await rig.makeApp()
        let first = try await post(app, "k1")
        #expect(first.status == 202 && first.headers["idempotent-replayed"] == nil)
        rig.store.time.advance(by: .seconds(86_399))
        let second = try await post(app, "k1")
        #expect(second.status == 202 && second.bytes == first.bytes && second.headers["idempotent-replayed"] == "true")
        #expect(try pushCount() == 1)
        // After a day it is another request.
        rig.store.time.advance(by: .seconds(1))
        let third = try await post(app, "k1")
        #expect(third.status == 202 && third["id"] != first["id"] && third.headers["idempotent-replayed"] == nil)
        #expect(try pushCount() == 2)
    }

    @Test func anotherBodyIsRefused() async throws {
        let app = try await rig.makeApp()
        _ = try await post(app, "k1")
        let other = try await post(app, "k1", title: "y")
        #expect(other.refusal == "409 IDEMPOTENCY_KEY_REUSED")
        #expect(try pushCount() == 1)
    }

    @Test func withoutAKeyEachRequestIsItsOwn() async throws {
        let app = try await rig.makeApp()
        #expect(try await post(app, nil)["id"] != post(app, nil)["id"])
    }

    @Test func aKeyCountsForItsAccountModeAndPath() async throws {
        let app = try await rig.makeApp()
        let liveApp = try await rig.makeApp(key: rig.liveKey)
        let stranger = try rig.key(.test, account: "other")
        let strangersApp = try await rig.makeApp(key: stranger)
        #expect(try await post(app, "k1").status == 202)
        #expect(try await post(liveApp, "k1", apiKey: rig.liveKey).status == 202)
        #expect(try await post(strangersApp, "k1", apiKey: stranger).status == 202)
        // Another key of the same account and mode is the same caller.
        let second = try rig.key(.test)
        #expect(try await post(app, "k1", apiKey: second).headers["idempotent-replayed"] == "true")
        let made = try await rig.call("POST", "/v1/push/apps", ["name": "x"], headers: [("Idempotency-Key", "k1")])
        #expect(made.status == 201)
        let again = try await rig.call("POST", "/v1/push/apps", ["name": "x"], headers: [("Idempotency-Key", "k1")])
        #expect(again.status == 201 && again["id"] == made["id"] && again.headers["idempotent-replayed"] == "true")
    }

    @Test func refusalsAreNotKept() async throws {
        let app = try await rig.makeApp()
        #expect(try await post(app, "k1", title: "").status == 422)
        #expect(try await post("papp_x", "k1").status == 404)
        #expect(try await post(app, "k1").status == 202)
    }

    @Test(arguments: ["", String(repeating: "k", count: 256), "é", "a\tb", "\u{7F}"]) func otherKeys(key: String)
        async throws
    {
        let app = try await rig.makeApp()
        #expect(try await post(app, key).refusal == "400 IDEMPOTENCY_KEY_INVALID")
        #expect(try pushCount() == 0)
    }

    @Test(arguments: ["k", String(repeating: "k", count: 255), "~ !", "a b"]) func goodKeys(key: String) async throws {
        let app = try await rig.makeApp()
        _ = try await post(app, key)
        #expect(try await post(app, key).headers["idempotent-replayed"] == "true")
    }

    @Test func aRequestThatStillRunsIsNotRunTwice() async throws {
        let app = try await rig.makeApp()
        // The writer is kept busy, so that the first request cannot end.
        let isFree = Locked(false)
        let isHeld = Locked(false)
        rig.store.database.enqueue { _ in
            isHeld.withLock { $0 = true }
            isHeld.notify()
            _ = isFree.wait { $0 ? true : nil }
        } completion: { _ in
        }
        _ = isHeld.wait { $0 ? true : nil }
        let waiting = rig.store.database.statistics.waiting
        async let first = post(app, "k1")
        while rig.store.database.statistics.waiting == waiting { await Task.yield() }
        let second = try await post(app, "k1")
        #expect(second.refusal == "409 IDEMPOTENCY_IN_PROGRESS" && second.headers["retry-after"] == "1")
        isFree.withLock { $0 = true }
        isFree.notify()
        #expect(try await first.status == 202)
        #expect(try await post(app, "k1").headers["idempotent-replayed"] == "true")
        #expect(try pushCount() == 1)
    }

    @Test func fiftyAtOnceMakeOnePush() async throws {
        let app = try await rig.makeApp()
        let answers = try await withThrowingTaskGroup(of: APIAnswer.self) { group in
            for _ in 0..<50 { group.addTask { try await post(app, "k1") } }
            return try await group.reduce(into: [APIAnswer]()) { $0.append($1) }
        }
        #expect(try pushCount() == 1)
        let made = answers.filter { $0.status == 202 }
        #expect(!made.isEmpty && Set(made.map(\.bytes)).count == 1)
        #expect(made.count { $0.headers["idempotent-replayed"] == nil } == 1)
        #expect(answers.allSatisfy { $0.status == 202 || $0.code == "IDEMPOTENCY_IN_PROGRESS" })
    }

    @Test func anotherProcessDecidesByTheDatabase() async throws {
        let app = try await rig.makeApp()
        let other = try PushAPIRig(sharing: rig)
        let answers = try await withThrowingTaskGroup(of: APIAnswer.self) { group in
            for number in 0..<20 {
                let rig = number.isMultiple(of: 2) ? rig : other
                group.addTask {
                    try await rig.call(
                        "POST", "/v1/push", ["app_id": .string(app), "title": "x", "all_devices": true],
                        headers: [("Idempotency-Key", "k1")])
                }
            }
            return try await group.reduce(into: [APIAnswer]()) { $0.append($1) }
        }
        #expect(try pushCount() == 1)
        #expect(Set(answers.filter { $0.status == 202 }.map(\.bytes)).count == 1)
    }

    @Test func theEngineIsWokenForEachAcceptedPush() async throws {
        let app = try await rig.makeApp()
        _ = try await post(app, nil)
        #expect(rig.wakeCount == 1)
        _ = try await post(app, nil, title: "")
        #expect(rig.wakeCount == 1)
    }
}
