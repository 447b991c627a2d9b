// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxRecords
import WaxSystem

/// `GET /v1/push`
@Suite struct PushListTests {
    private let rig: PushAPIRig
    private let app: String
    private let pushes: [String]
    /// When each push was made.
    private let times: [String]

    /// A push of each kind, a second apart: sent, to nobody of another app, scheduled, cancelled, queued.
    init() async throws {
        rig = try PushAPIRig()
        app = try await rig.makeApp()
        _ = try await rig.makeDevice(app, ["user_id": "anna"])
        let other = try await rig.makeApp()
        let later = (rig.store.now + .seconds(600)).rfc3339
        var (pushes, times): ([String], [String]) = ([], [])
        let bodies: [(String, JSONObject)] = [
            (app, ["user_id": "anna"]), (other, ["user_id": "anna"]),
            (app, ["user_ids": ["ben", "b\u{E9}n"], "scheduled_at": .string(later)]),
            (app, ["user_ids": ["anna", "ben"], "scheduled_at": .string(later)]), (app, ["all_devices": true]),
        ]
        for (number, (app, body)) in bodies.enumerated() {
            rig.store.time.advance(by: .seconds(1))
            times.append(rig.store.now.rfc3339)
            let all: JSONObject = ["app_id": .string(app), "title": "x"]
            pushes.append(try (await rig.call("POST", "/v1/push", all.changed(body))).id(202))
            if number == 1 { try await rig.deliver(2) }
        }
        _ = try await rig.call("DELETE", "/v1/push/\(pushes[3])")
        (self.pushes, self.times) = (pushes, times)
    }

    private func list(_ query: String) async throws -> APIAnswer { try await rig.call("GET", "/v1/push?\(query)") }

    @Test func everyFilter() async throws {
        let filters: [(String, [Int])] = [
            ("", [4, 3, 2, 1, 0]), ("app_id=\(app)", [4, 3, 2, 0]), ("user_id=anna", [3, 1, 0]),
            ("user_id=ben", [3, 2]), ("user_id=b%C3%A9n", [2]), ("user_id=be%CC%81n", []), ("user_id=a", []),
            ("status=sent", [0]),
            ("status=failed", [1]), ("status=scheduled", [2]), ("status=cancelled", [3]), ("status=queued", [4]),
            ("status=sending", []), ("since=\(times[2])", [4, 3, 2]), ("until=\(times[2])", [1, 0]),
            ("since=\(times[1])&until=\(times[3])", [2, 1]), ("since=\(times[3])&until=\(times[1])", []),
            ("app_id=\(app)&user_id=ben&status=cancelled&since=\(times[0])", [3]),
        ]
        for (query, expected) in filters {
            let answer = try await list(query)
            #expect(answer.ids == expected.map { pushes[$0] }, "\(query)")
            for element in answer.elements {
                let id = try #require(element["id"]?.stringValue)
                #expect(try await rig.call("GET", "/v1/push/\(id)").body == element)
            }
        }
    }

    @Test func otherFilters() async throws {
        let filters: [(String, [String])] = [
            ("status=done", ["status one_of"]), ("status=SENT", ["status one_of"]), ("user_id=", ["user_id length"]),
            ("user_id=" + String(repeating: "x", count: 256), ["user_id length"]), ("since=x", ["since format"]),
            ("until=2027-01-15", ["until format"]), ("device_id=x", ["device_id unknown_field"]),
        ]
        for (query, problems) in filters {
            let answer = try await list(query)
            #expect(answer.status == 422 && answer.problems == problems)
        }
        for app in ["papp_x", "", try await rig.makeApp(key: rig.liveKey)] {
            let answer = try await list("app_id=\(app)")
            #expect(answer.refusal == "404 NOT_FOUND" && answer.details == ["field": "app_id"])
        }
    }

    @Test(arguments: 1...5) func pagesOfAFilter(limit: Int) async throws {
        var (found, cursor): ([String], String?) = ([], nil)
        repeat {
            let page = try await list("user_id=anna&limit=\(limit)\(cursor.map { "&cursor=\($0)" } ?? "")")
            found += page.ids
            cursor = page.string("next_cursor")
        } while cursor != nil
        #expect(found == [3, 1, 0].map { pushes[$0] })
    }

    @Test func aCursorIsBoundToItsFilters() async throws {
        let cursor = try #require(try await list("user_id=anna&limit=1").string("next_cursor"))
        for query in ["", "user_id=ben&", "user_id=anna&status=sent&", "user_id=anna&since=\(times[0])&"] {
            #expect(try await list("\(query)cursor=\(cursor)").problems == ["cursor format"])
        }
        let deliveries = try await rig.call("GET", "/v1/push/\(pushes[0])/deliveries?cursor=\(cursor)")
        #expect(deliveries.problems == ["cursor format"])
    }

    @Test func othersPushesAreNotShown() async throws {
        for key in [rig.liveKey, try rig.key(.test, account: "other")] {
            #expect(try await rig.call("GET", "/v1/push", key: key).ids == [])
        }
    }
}
