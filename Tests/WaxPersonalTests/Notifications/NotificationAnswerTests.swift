// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// What the sender of a notification is answered.
@Suite struct NotificationAnswerTests {
    @Test func everythingComesBack() async throws {
        let rig = try PersonalRig()
        let actions: JSONValue = [["title": "Open", "id": "open", "url": "https://a.example", "destructive": true]]
        let answer = try await rig.notify([
            "subtitle": "Sub", "url": "https://a.example/x?y=1#z", "level": "critical", "volume": 0, "thread_id": "t",
            "collapse_id": "c", "source": "s", "source_display_name": "S",
            "media": ["type": "image", "url": "https://a.example/a.png"], "icon_url": "https://a.example/i.png",
            "metadata": ["z": "1", "a": "2"], "actions": actions,
        ])
        #expect(answer.status == 201)
        let expected: JSONObject = [
            "id": 1, "title": "Title", "subtitle": "Sub", "body": "Body", "url": "https://a.example/x?y=1#z",
            "level": "critical", "thread_id": "t", "source": "s", "source_display_name": "S",
            "media_url": "https://a.example/a.png", "media_type": "image", "icon_url": "https://a.example/i.png",
            "metadata": ["z": "1", "a": "2"], "actions": actions, "pushed": false,
            "created_at": .string(rig.store.now.rfc3339), "delivery": "none", "reason": "no_apns_token",
        ]
        #expect(answer.differences(from: expected) == [])
        #expect(rig.wakeCount == 0)
    }

    @Test func withoutPushItGoesIntoTheHistoryOnly() async throws {
        let rig = try PersonalRig()
        try rig.setCredentials()
        try await rig.register("aa")
        let answer = try await rig.notify(["push": false])
        #expect(answer["pushed"] == false)
        #expect(answer["delivery"] == "none")
        #expect(answer["reason"] == "push_disabled")
        #expect(rig.wakeCount == 0)
        #expect(try rig.store.integers("SELECT count(*) FROM pushes") == [0])
    }

    @Test func idsGoUpAcrossAccounts() async throws {
        let rig = try PersonalRig()
        #expect(try await rig.notify()["id"] == 1)
        #expect(try await rig.notify(key: rig.organizationKey)["id"] == 2)
        #expect(try await rig.notify()["id"] == 3)
    }

    @Test func nothingIsReadableInTheDatabase() async throws {
        let rig = try PersonalRig()
        _ = try await rig.notify([
            "title": "needle", "metadata": ["needle": "needle"], "url": "needle:x", "thread_id": "needle",
            "source": "needle", "actions": [["id": "needle", "title": "needle"]],
        ])
        _ = try await rig.call("POST", "/notifications/answers/1", key: rig.token, ["action_id": "needle"])
        let content = try rig.store.read { sql, _ in
            try sql.first("SELECT content, (SELECT answer FROM notification_answers) FROM notifications") {
                [try $0.blob(0), try $0.blob(1)]
            }
        }
        for bytes in try #require(content) {
            #expect(bytes.first == 1)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("needle"))
        }
    }

    @Test func aMovedContentIsAnError() async throws {
        let rig = try PersonalRig()
        _ = try await rig.notify(["title": "One"])
        _ = try await rig.notify(["title": "Two"])
        try rig.store.tamper("UPDATE notifications SET content = (SELECT content FROM notifications WHERE seq = 1)")
        #expect(try await rig.call("GET", "/notifications", key: rig.token).status == 500)
    }
}
