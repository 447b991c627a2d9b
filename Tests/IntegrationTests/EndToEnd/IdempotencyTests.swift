// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxSimulator

@Suite(.bounded, .timeLimit(.minutes(4))) struct IdempotencyTests {
    private static let header = "Idempotency-Key"

    @Test func fiftyEqualRequestsAtOnceMakeOnePush() async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(Stage.iPhone, user: "user")
        let push = stage.push(to: "user", ["title": "Once"])
        let api = stage.api
        let answers = try await withThrowingTaskGroup(of: APIClient.Answer.self) { tasks in
            for _ in 0..<50 {
                tasks.addTask { try await api.call("POST", "/v1/push", push, headers: [(Self.header, "one key")]) }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }
        }
        let accepted = answers.filter { $0.status == 202 }
        #expect(Set(accepted.map(\.body.text)).count == 1)
        #expect(accepted.count { $0.headers["idempotent-replayed"] == nil } == 1)
        for answer in answers where answer.status != 202 {
            #expect(answer.status == 409 && answer["code"] == "IDEMPOTENCY_IN_PROGRESS")
            #expect(answer.headers["retry-after"] == "1")
        }
        let first = try #require(accepted.first)
        #expect(try await stage.api.finished(first.string("id"))["status"] == "sent")
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.count == 1)

        // The answer as it was, although the push has gone on: also after a crash.
        for _ in 0..<2 {
            let again = try await stage.api.call("POST", "/v1/push", push, headers: [(Self.header, "one key")])
            #expect(again.status == 202)
            #expect(again.headers["idempotent-replayed"] == "true")
            #expect(again.body.text == first.body.text)
            try await stage.server.kill()
            try await stage.start()
        }
        #expect(stage.received.count == 1)
        #expect(try StoredData(stage.directory.file("data")).rowCounts()["pushes"] == 1)
    }

    @Test func aKeyStandsForOneBodyOfOneRouteOfOneMode() async throws {
        let server = try await BareServer()
        let headers = [(Self.header, "key")]
        let first = try await server.test.call("POST", "/v1/push/apps", ["name": "One"], headers: headers)
        #expect(first.status == 201)
        let other = try await server.test.call("POST", "/v1/push/apps", ["name": "Two"], headers: headers)
        #expect(other.status == 409 && other["code"] == "IDEMPOTENCY_KEY_REUSED")
        // Another route, and another mode.
        let push: JSONObject = ["app_id": .string(server.appID), "all_devices": true, "title": "x"]
        #expect(try await server.test.call("POST", "/v1/push", push, headers: headers).status == 202)
        let live = try await server.live.call("POST", "/v1/push/apps", ["name": "One"], headers: headers)
        #expect(live.status == 201 && live["id"] != first["id"])
        // A refusal is not kept: the same key may then be used for what is right.
        let refused = [(Self.header, "another")]
        #expect(try await server.test.call("POST", "/v1/push/apps", ["name": ""], headers: refused).status == 422)
        #expect(try await server.test.call("POST", "/v1/push/apps", ["name": "One"], headers: refused).status == 201)
        for key in ["", String(repeating: "k", count: 256), "é"] {
            let answer = try await server.test.call("POST", "/v1/push", push, headers: [(Self.header, key)])
            #expect(answer.status == 400 && answer["code"] == "IDEMPOTENCY_KEY_INVALID")
        }
    }
}
