// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import Testing
import WaxJSON
import WaxSimulator
import WaxSystem

/// Scheduled pushes that are cancelled: 204 means that nothing is ever sent, however close to its time.
@Suite(.bounded, .timeLimit(.minutes(4))) struct CancellingTests {
    @Test func aCancelledPushIsNeverSentAndAnyOtherIs() async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(Stage.iPhone, user: "user")
        let api = stage.api
        // All are there before the first is due: the slower the machine, the later that is.
        let far = (SystemTime().now() + .seconds(3600)).rfc3339
        var pushes: [(id: String, title: String, due: Timestamp)] = []
        let began = SystemTime().now().milliseconds
        for number in 0..<60 {
            let push = stage.push(to: "user", ["title": "Push \(number)", "scheduled_at": .string(far)])
            pushes.append((try await api.send(push), "Push \(number)", SystemTime().now()))
        }
        let taken = SystemTime().now().milliseconds - began
        let start = SystemTime().now() + .milliseconds(5000 + 3 * taken)
        for number in pushes.indices {
            pushes[number].due = start + .milliseconds(10 * number)
            try await api.make(
                "PATCH", "/v1/push/\(pushes[number].id)",
                ["scheduled_at": .string(pushes[number].due.rfc3339)])
        }
        var cancelled: Set<String> = []
        for (number, push) in pushes.enumerated() {
            // A little before its time, at it, or a little after it.
            let moment = push.due + .milliseconds(4 * (number % 5 - 2))
            while SystemTime().now() < moment { _ = try await api.call("GET", "/health") }
            let answer = try await api.call("DELETE", "/v1/push/\(push.id)")
            if answer.status == 204 {
                cancelled.insert(push.title)
            } else {
                #expect(answer.status == 409 && answer["code"] == "PUSH_NOT_SCHEDULED")
            }
        }

        for push in pushes {
            let end = try await api.push(push.id) { ["sent", "cancelled"].contains($0["status"]?.stringValue ?? "") }
            #expect((end["status"] == "cancelled") == cancelled.contains(push.title))
            #expect(end["content_purged"] == true)
        }
        let sent = pushes.map(\.title).filter { !cancelled.contains($0) }
        let shown = try #require(await phone.shown(atLeast: sent.count, within: .seconds(30)))
        #expect(shown.map(\.title).sorted() == sent.sorted())
        #expect(stage.received.count == sent.count)
    }

    @Test func aCancellationOutlivesACrash() async throws {
        let stage = try await Stage()
        _ = try await stage.phone(Stage.iPhone, user: "user")
        let due = SystemTime().now() + .seconds(2)
        let push = stage.push(to: "user", ["title": "Cancelled", "scheduled_at": .string(due.rfc3339)])
        let id = try await stage.api.send(push)
        let answer = try await stage.api.call("DELETE", "/v1/push/\(id)")
        try await stage.server.kill()
        try await stage.start()
        // A push that is sent after that time shows that the other's time has come and gone.
        while SystemTime().now() <= due { _ = try await stage.api.call("GET", "/health") }
        #expect(try await stage.send(to: "user", ["title": "Later"])["status"] == "sent")
        if answer.status == 204 {
            #expect(try await stage.api.get("/v1/push/\(id)")["status"] == "cancelled")
            #expect(stage.received.count == 1)
        }
        #expect(try await stage.api.call("DELETE", "/v1/push/\(id)").status == 409)
    }
}
