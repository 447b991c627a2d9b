// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxPersonal
import WaxRecords
import WaxSystem

/// The history of an account, and the answers that its app sends.
@Suite struct InboxTests {
    private static func titles(_ answer: PersonalAnswer) -> [String] {
        (answer["items"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue }
    }

    @Test func pagesGoFromTheNewestToTheOldest() async throws {
        let rig = try PersonalRig()
        for number in 1...5 { _ = try await rig.notify(["title": .string("\(number)")]) }
        _ = try await rig.notify(["title": "theirs"], key: rig.organizationKey)
        var seen: [String] = []
        var target = "/notifications?limit=2"
        for expected in [["5", "4"], ["3", "2"], ["1"]] {
            let page = try await rig.call("GET", target, key: rig.token)
            #expect(Self.titles(page) == expected)
            seen += Self.titles(page)
            if let cursor = page.string("next_cursor") { target = "/notifications?limit=2&cursor=\(cursor)" }
        }
        #expect(seen.count == 5)
        #expect(Self.titles(try await rig.call("GET", "/notifications", key: rig.token)).count == 5)
    }

    @Test(arguments: [
        ("limit=0", "422 query.limit"), ("limit=101", "422 query.limit"), ("limit=x", "422 query.limit"),
        ("limit=1.0", "422 query.limit"), ("cursor=", "400 cursor.invalid"), ("cursor=abc", "400 cursor.invalid"),
        ("cursor=AAAAAAAAAAAAAAAAAAAAAA", "400 cursor.invalid"),
    ])
    func wrongQueries(_ query: String, _ refusal: String) async throws {
        let rig = try PersonalRig()
        #expect(try await rig.call("GET", "/notifications?\(query)", key: rig.token).refusal == refusal)
    }

    @Test func aCursorIsOfOneAccount() async throws {
        let rig = try PersonalRig()
        for _ in 0..<2 { _ = try await rig.notify() }
        let page = try await rig.call("GET", "/notifications?limit=1", key: rig.token)
        let cursor = try #require(page.string("next_cursor"))
        let other = try PersonalRig.token(rig.store, "acme")
        #expect(
            try await rig.call("GET", "/notifications?cursor=\(cursor)", key: other).refusal == "400 cursor.invalid")
    }

    private static let actions: JSONValue = [
        ["id": "yes", "title": "Yes"], ["id": "say", "title": "Say", "text_input": true],
        ["id": "web", "title": "Web", "url": "https://a.example"],
        ["id": "open", "title": "Open", "foreground": true],
    ]

    private static func answer(_ rig: PersonalRig, _ id: Int, _ body: JSONObject, token: String? = nil) async throws
        -> PersonalAnswer
    {
        try await rig.call("POST", "/notifications/answers/\(id)", key: token ?? rig.token, body)
    }

    private static func stored(_ rig: PersonalRig, _ id: Int64) throws -> NotificationAnswer? {
        try rig.store.read { try NotificationAnswerTable($0, $1).find(notification: id) }
    }

    @Test func theFirstAnswerWins() async throws {
        let rig = try PersonalRig()
        _ = try await rig.notify(["actions": Self.actions])
        let first = try await Self.answer(rig, 1, ["action_id": "say", "text": "on my way"])
        #expect(first.status == 204 && first.body == .null)
        let answeredAt = rig.store.now
        rig.store.time.advance(by: .seconds(5))
        #expect(try await Self.answer(rig, 1, ["action_id": "yes"]).refusal == "409 notification_answer.recorded")
        let stored = try #require(try Self.stored(rig, 1))
        #expect(stored.actionID == "say" && stored.text == "on my way" && stored.answeredAt == answeredAt)
    }

    @Test(
        arguments: [
            (["action_id": "web"], "422 body.action_id"), (["action_id": "open"], "422 body.action_id"),
            (["action_id": "no"], "422 body.action_id"), (["action_id": "yes", "text": "x"], "422 body.text"),
            ([:], "422 body.action_id"), (["action_id": 1], "422 body.action_id"),
            (["action_id": "yes", "more": 1], "422 body.more"),
            (["action_id": "say", "text": .string(String(repeating: "a", count: 4097))], "422 body.text"),
        ] as [(JSONObject, String)])
    func wrongAnswers(_ body: JSONObject, _ refusal: String) async throws {
        let rig = try PersonalRig()
        _ = try await rig.notify(["actions": Self.actions])
        #expect(try await Self.answer(rig, 1, body).refusal == refusal)
        #expect(try Self.stored(rig, 1) == nil)
    }

    /// Some clients always write the member.
    @Test func anEmptyReplyIsNone() async throws {
        let rig = try PersonalRig()
        _ = try await rig.notify(["actions": Self.actions])
        #expect(try await Self.answer(rig, 1, ["action_id": "yes", "text": ""]).status == 204)
        let stored = try #require(try Self.stored(rig, 1))
        #expect(stored.actionID == "yes" && stored.text == nil)
    }

    @Test func whatCannotBeAnswered() async throws {
        let rig = try PersonalRig()
        _ = try await rig.notify()
        _ = try await rig.notify(["actions": [["id": "web", "title": "Web", "url": "https://a.example"]]])
        _ = try await rig.notify(["actions": Self.actions], key: rig.organizationKey)
        _ = try await rig.notify(["actions": Self.actions])
        for id in [1, 2, 3, 99] {
            #expect(
                try await Self.answer(rig, id, ["action_id": "yes"]).refusal == "404 notification_answer.not_found")
        }
        #expect(
            try await rig.call("POST", "/notifications/answers/x", key: rig.token, ["action_id": "yes"]).refusal
                == "422 path.id")
        rig.store.time.advance(by: NotificationTable.keptFor)
        #expect(try await Self.answer(rig, 4, ["action_id": "yes"]).refusal == "404 notification_answer.not_found")
    }

    @Test func theOldIsForgottenAndNoIdentifierIsGivenTwice() async throws {
        let rig = try PersonalRig()
        _ = try await rig.notify(["actions": Self.actions])
        _ = try await Self.answer(rig, 1, ["action_id": "yes"])
        _ = try await rig.notify(["actions": Self.actions])
        _ = try await Self.answer(rig, 2, ["action_id": "yes"])
        func clean() throws {
            let now = rig.store.now
            try rig.store.write { try PersonalRetention.clean($0, $1, now: now) }
        }
        rig.store.time.advance(by: NotificationTable.keptFor - .milliseconds(1))
        try clean()
        #expect(Self.titles(try await rig.call("GET", "/notifications", key: rig.token)).count == 2)
        rig.store.time.advance(by: .milliseconds(1))
        #expect(Self.titles(try await rig.call("GET", "/notifications", key: rig.token)).isEmpty)
        try clean()
        try clean()
        #expect(try rig.store.integers("SELECT count(*), max(length(content)) FROM notifications") == [1, 0])
        #expect(try rig.store.integers("SELECT count(*) FROM notification_answers") == [0])
        #expect(try rig.store.integers("SELECT count(*) FROM notification_usage WHERE period > 1000000") == [0])
        #expect(try await rig.notify()["id"] == 3)
        try clean()
        #expect(try rig.store.integers("SELECT count(*) FROM notifications") == [1])
    }
}
