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
        var cancelled: Set<String> = []
        for number in pushes.indices {
            // Some are cancelled long before their time.
            if number.isMultiple(of: 6) {
                #expect(try await api.call("DELETE", "/v1/push/\(pushes[number].id)").status == 204)
                cancelled.insert(pushes[number].title)
                continue
            }
            pushes[number].due = start + .milliseconds(10 * number)
            try await api.make(
                "PATCH", "/v1/push/\(pushes[number].id)",
                ["scheduled_at": .string(pushes[number].due.rfc3339)])
        }
        for (number, push) in pushes.enumerated() where (1...4).contains(number % 6) {
            // A little before its time, at it, or a little after it.
            let moment = push.due + .milliseconds(4 * (number % 6 - 3))
            while SystemTime().now() < moment { _ = try await api.call("GET", "/health") }
            let answer = try await api.call("DELETE", "/v1/push/\(push.id)")
            if answer.status == 204 {
                cancelled.insert(push.title)
            } else {
                #expect(answer.status == 409 && answer["code"] == "PUSH_NOT_SCHEDULED")
            }
        }

        // Some when they have certainly been sent.
        for (number, push) in pushes.enumerated() where number % 6 == 5 {
            _ = try await api.push(push.id) { $0["status"] == "sent" }
            #expect(try await api.call("DELETE", "/v1/push/\(push.id)").status == 409)
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
        #expect(cancelled.count >= 10 && sent.count >= 10)
    }

    @Test func aCancellationOutlivesACrash() async throws {
        let stage = try await Stage()
        _ = try await stage.phone(Stage.iPhone, user: "user")
        // The slower the machine, the later the push has to be due for its cancellation to come first.
        var lead = Duration.seconds(2)
        var sent = 0
        let cancelled: (id: String, due: Timestamp)
        while true {
            let due = SystemTime().now() + lead
            let id = try await stage.api.send(
                stage.push(to: "user", ["title": "Cancelled", "scheduled_at": .string(due.rfc3339)]))
            if try await stage.api.call("DELETE", "/v1/push/\(id)").status == 204 {
                cancelled = (id, due)
                break
            }
            sent += 1
            lead *= 2
        }
        try await stage.server.kill()
        try await stage.start()
        // A push that is sent after that time shows that the other's time has come and gone.
        while SystemTime().now() <= cancelled.due { _ = try await stage.api.call("GET", "/health") }
        #expect(try await stage.send(to: "user", ["title": "Later"])["status"] == "sent")
        #expect(try await stage.api.get("/v1/push/\(cancelled.id)")["status"] == "cancelled")
        #expect(stage.received.count == sent + 1)
        #expect(try await stage.api.call("DELETE", "/v1/push/\(cancelled.id)").status == 409)
    }
}
