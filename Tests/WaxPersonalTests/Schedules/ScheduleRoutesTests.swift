// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxPersonal
import WaxRecords
import WaxSystem

/// Lists, single schedules and deletion.
@Suite struct ScheduleRoutesTests {
    private func list(_ stage: RunnerStage, _ query: String = "", key: String? = nil) async throws -> PersonalAnswer {
        try await stage.rig.call("GET", "/notifications/scheduled\(query)", key: key)
    }

    private func ids(_ answer: PersonalAnswer) -> [Int64] {
        (answer["items"]?.arrayValue ?? []).compactMap { $0["id"]?.int64Value }
    }

    @Test func listsByStatus() async throws {
        let stage = try RunnerStage()
        for _ in 1...3 { _ = try await stage.scheduled(["send_at": stage.time(in: .seconds(10))]) }
        for number in 4...7 {
            _ = try await stage.scheduled(["send_at": stage.time(in: .seconds(3600 - 60 * number))])
        }
        #expect(try await stage.rig.call("DELETE", "/notifications/scheduled/3").status == 204)
        // The second one cannot be read any more when its time comes.
        try stage.rig.store.tamper("UPDATE scheduled_notifications SET content = x'00' WHERE seq = 2")
        try stage.advance(by: .seconds(10))
        #expect(ids(try await list(stage)) == [7, 6, 5, 4])
        #expect(ids(try await list(stage, "?status=scheduled")) == [7, 6, 5, 4])
        #expect(ids(try await list(stage, "?status=sent")) == [1])
        #expect(ids(try await list(stage, "?status=canceled")) == [3])
        #expect(try stage.rig.store.integers("SELECT seq FROM scheduled_notifications WHERE status = 4") == [2])
        #expect(try await list(stage, "?status=pending").refusal == "422 query.status")
        #expect(try await list(stage, "?limit=0").refusal == "422 query.limit")
        #expect(try await list(stage, "?limit=101").refusal == "422 query.limit")
    }

    @Test func oneThatIsBeingSentIsAmongThePending() async throws {
        let stage = try RunnerStage()
        try stage.rig.setCredentials()
        try await stage.rig.register("aa")
        _ = try await stage.scheduled(["send_at": stage.time(in: .seconds(10))])
        try stage.advance(by: .seconds(10))
        #expect(ids(try await list(stage)) == [1])
        #expect(try await stage.read(1).string("status") == "sending")
        #expect(ids(try await list(stage, "?status=all")) == [1])
    }

    @Test func pages() async throws {
        let stage = try RunnerStage()
        for number in 1...5 {
            _ = try await stage.scheduled(["send_at": stage.time(in: .seconds(number.isMultiple(of: 2) ? 100 : 200))])
        }
        for (query, expected) in [("?", [2, 4, 1, 3, 5]), ("?status=all&", [5, 4, 3, 2, 1])] as [(String, [Int64])] {
            var found: [Int64] = []
            var cursor = ""
            for page in 1...3 {
                let answer = try await list(stage, "\(query)limit=2\(cursor)")
                found += ids(answer)
                let next = answer.string("next_cursor")
                #expect((next == nil) == (page == 3))
                cursor = next.map { "&cursor=\($0)" } ?? ""
            }
            #expect(found == expected)
        }
    }

    @Test func aCursorBelongsToOneListOfOneCaller() async throws {
        let stage = try RunnerStage()
        let other = try PersonalRig.key(stage.rig.store, "home")
        for _ in 1...3 { _ = try await stage.scheduled(["send_at": stage.time(in: .seconds(100))]) }
        let cursor = try #require(try await list(stage, "?limit=1").string("next_cursor"))
        #expect(ids(try await list(stage, "?limit=1&cursor=\(cursor)")) == [2])
        #expect(ids(try await list(stage, "?limit=1&status=scheduled&cursor=\(cursor)")) == [2])
        for query in ["?status=all&cursor=\(cursor)", "?status=sent&cursor=\(cursor)", "?cursor=x", "?cursor="] {
            #expect(try await list(stage, query).refusal == "400 cursor.invalid", "\(query)")
        }
        #expect(try await list(stage, "?cursor=\(cursor)", key: other).refusal == "400 cursor.invalid")
        let inbox = try await stage.rig.call("GET", "/notifications?cursor=\(cursor)", key: stage.rig.token)
        #expect(inbox.refusal == "400 cursor.invalid")
    }

    @Test func aKeySeesItsOwn() async throws {
        let stage = try RunnerStage()
        let other = try PersonalRig.key(stage.rig.store, "home")
        let members: JSONObject = ["send_at": stage.time(in: .seconds(100))]
        _ = try await stage.scheduled(members)
        _ = try await stage.scheduled(members, key: other)
        _ = try await stage.scheduled(members, key: stage.rig.token)
        #expect(ids(try await list(stage)) == [1])
        #expect(ids(try await list(stage, key: other)) == [2])
        #expect(ids(try await list(stage, key: stage.rig.token)) == [1, 2, 3])
        #expect(ids(try await list(stage, key: stage.rig.organizationKey)) == [])
        for (id, key) in [(2, stage.rig.key), (3, stage.rig.key), (1, stage.rig.organizationKey), (9, other)]
            as [(Int64, String)]
        {
            for method in ["GET", "DELETE"] {
                let answer = try await stage.rig.call(method, "/notifications/scheduled/\(id)", key: key)
                #expect(answer.refusal == "404 scheduled_notification.not_found")
            }
        }
        #expect(try await stage.read(2, key: stage.rig.token).status == 200)
    }

    @Test func aPlainDeletionCancels() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(100))])
        for _ in 1...2 {
            #expect(try await stage.rig.call("DELETE", "/notifications/scheduled/\(id)").status == 204)
            let answer = try await stage.read(id)
            #expect(answer.string("status") == "canceled")
            #expect(answer.string("canceled_at") == answer.string("created_at"))
            stage.rig.store.time.advance(by: .seconds(1))
        }
        try stage.advance(by: .seconds(200))
        #expect(try stage.notificationCount() == 0)
        // It is shown for a day, and no longer.
        stage.rig.store.time.advance(by: .seconds(24 * 3600 - 203))
        #expect(try await stage.read(id).status == 200)
        stage.rig.store.time.advance(by: .seconds(1))
        #expect(try await stage.read(id).status == 404)
        #expect(ids(try await list(stage, "?status=all")) == [])
    }

    @Test func ofOneThatWasSentOnlyTheRecordGoes() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(10))])
        try stage.advance(by: .seconds(10))
        #expect(try await stage.rig.call("DELETE", "/notifications/scheduled/\(id)").status == 204)
        #expect(try await stage.rig.call("DELETE", "/notifications/scheduled/\(id)").status == 404)
        #expect(try await stage.read(id).status == 404)
        #expect(try stage.notificationCount() == 1)
    }

    @Test(arguments: ["scheduled", "sending", "sent", "failed", "canceled"])
    func purgingRemovesInAnyState(_ status: String) async throws {
        let stage = try RunnerStage()
        try stage.rig.setCredentials()
        try await stage.rig.register("aa")
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(10))])
        switch status {
        case "sending": try stage.advance(by: .seconds(10))
        case "sent":
            try stage.advance(by: .seconds(10))
            try stage.endPushes()
            try stage.turn()
        case "failed":
            try stage.rig.store.tamper("UPDATE integration_keys SET expires_at = 1 WHERE seq = 1")
            try stage.advance(by: .seconds(10))
        case "canceled": _ = try await stage.rig.call("DELETE", "/notifications/scheduled/\(id)")
        default: break
        }
        #expect(try await stage.read(id, key: stage.rig.token).string("status") == status)
        let path = "/notifications/scheduled/\(id)?purge=true"
        #expect(try await stage.rig.call("DELETE", path, key: stage.rig.token).status == 204)
        #expect(try await stage.rig.call("DELETE", path, key: stage.rig.token).status == 404)
        #expect(try stage.rig.store.integers("SELECT count(*) FROM scheduled_notifications") == [0])
        try stage.advance(by: .seconds(100))
        #expect(try stage.notificationCount() == (["sending", "sent"].contains(status) ? 1 : 0))
    }

    @Test func noIdentifierIsGivenTwice() async throws {
        let stage = try RunnerStage()
        let members: JSONObject = ["send_at": stage.time(in: .seconds(10))]
        #expect(try await stage.scheduled(members) == 1)
        #expect(try await stage.rig.call("DELETE", "/notifications/scheduled/1?purge=true").status == 204)
        #expect(try await stage.scheduled(members) == 2)
    }

    @Test func otherPathsAndQueries() async throws {
        let stage = try RunnerStage()
        let id = try await stage.scheduled(["send_at": stage.time(in: .seconds(10))])
        for method in ["GET", "DELETE"] {
            #expect(try await stage.rig.call(method, "/notifications/scheduled/abc").refusal == "422 path.id")
        }
        #expect(
            try await stage.rig.call("DELETE", "/notifications/scheduled/\(id)?purge=yes").refusal == "422 query.purge")
        #expect(try await stage.rig.call("DELETE", "/notifications/scheduled/\(id)?purge=false").status == 204)
        #expect(try await stage.read(id).string("status") == "canceled")
    }
}
