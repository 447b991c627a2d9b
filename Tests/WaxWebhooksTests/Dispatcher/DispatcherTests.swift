// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem
import WaxWebhooks

@Suite struct DispatcherTests {
    @Test func anEventArrivesSignedAndIsWrittenDown() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        let (webhook, push, dispatcher) = try stage.telling(receiver, of: [.sent])
        defer { dispatcher.stop() }

        let delivery = try #require(try await receiver.first(1).first)
        #expect(delivery.headers["content-type"] == "application/json")
        #expect(delivery.event["id"]?.stringValue == delivery.id)
        #expect(delivery.id.hasPrefix("evt_"))
        #expect(delivery.event["type"] == "push.sent")
        #expect(delivery.event["mode"] == "LIVE")
        #expect(delivery.event["timestamp"]?.stringValue == stage.time.now().rfc3339)
        #expect(delivery.event["data"]?["id"]?.stringValue == PublicID(.push, push.id).text)
        let keys: [String] = delivery.event.objectValue.map { Array($0.keys) } ?? []
        #expect(keys == ["id", "type", "timestamp", "mode", "data"])
        let expected = WebhookSignature.headers(
            id: delivery.id, body: delivery.body, secrets: try stage.secrets(webhook), now: stage.time.now())
        for field in expected.fields { #expect(delivery.headers[field.name] == field.value) }

        let attempt = try #require(try await stage.attempts(webhook, count: 1).first)
        #expect(attempt.isSuccess)
        #expect(attempt.httpStatus == 204)
        #expect(attempt.errorReason == nil)
        #expect(attempt.attempt == 1)
        #expect(PublicID(.event, attempt.event).text == delivery.id)
        #expect(try stage.queued(webhook) == 0)
        #expect(try stage.webhook(webhook).health.lastSuccessAt == stage.time.now())
    }

    @Test func whatFailsIsSentAgainWithTheSameBytesWhenItsTimeHasCome() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(500, 500, 200)
        let (webhook, _, dispatcher) = try stage.telling(receiver, of: [.failed])
        defer { dispatcher.stop() }

        var attempts = try await stage.attempts(webhook, count: 1)
        #expect(attempts.map(\.errorReason) == ["HTTP_500"])
        #expect(try stage.webhook(webhook).health.failedEvents == 1)
        for (count, wait) in [(2, 6), (3, 331)] {
            stage.time.advance(by: .seconds(wait))
            dispatcher.wake()
            attempts = try await stage.attempts(webhook, count: count)
        }
        #expect(attempts.map(\.attempt) == [1, 2, 3])
        #expect(attempts.map(\.isSuccess) == [false, false, true])
        let deliveries = try await receiver.first(3)
        #expect(Set(deliveries.map(\.id)).count == 1)
        #expect(Set(deliveries.map(\.body)).count == 1)
        #expect(Set(deliveries.map { $0.headers["webhook-timestamp"] }).count == 3)
        #expect(try stage.webhook(webhook).health.failingSince == nil)
    }

    @Test func nothingIsSentAgainBeforeItsTime() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(500)
        let (webhook, push, dispatcher) = try stage.telling(receiver, of: [.sent])
        defer { dispatcher.stop() }
        _ = try await stage.attempts(webhook, count: 1)
        stage.time.advance(by: .seconds(4))
        dispatcher.wake()
        // Another event overtakes the one that waits, and shows that the dispatcher has looked.
        try stage.record([.deviceDeactivated(device: 99), .push(.failed, push: push.seq)], waking: dispatcher)
        let deliveries = try await receiver.first(2)
        #expect(deliveries.map(\.type) == ["push.sent", "push.failed"])
    }

    @Test func afterTheLastAttemptItIsADeadLetterThatCanBeReplayed() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(500, 500, 500, 500, 500, 500, 500, 500, 500, 503, 200)
        let (webhook, _, dispatcher) = try stage.telling(receiver, of: [.sent])
        defer { dispatcher.stop() }
        for (count, wait) in RetrySchedule.webhooks.waits.enumerated() {
            stage.time.advance(by: wait * 1.1)
            dispatcher.wake()
            _ = try await stage.attempts(webhook, count: count + 1)
        }
        let letter = try #require(try stage.deadLetters(webhook).first)
        #expect(letter.failedReason == "HTTP_503")
        #expect(letter.eventType == .pushSent)
        #expect(letter.payload(mode: .live) == receiver.deliveries.last?.body)
        #expect(try stage.queued(webhook) == 0)
        #expect(try stage.webhook(webhook).isActive)

        let now = stage.time.now()
        try stage.write { sql, _ in try DeadLetterTable(sql).replay(letter, now: now) }
        dispatcher.wake()
        let deliveries = try await receiver.first(11)
        #expect(Set(deliveries.map(\.body)).count == 1)
        #expect(try await stage.attempts(webhook, count: 11).count { $0.attempt == 1 } == 2)
        #expect(try stage.deadLetters(webhook).map(\.replayedAt) == [now])
        #expect(try stage.deadLetters(webhook, includingReplayed: false).isEmpty)
    }

    @Test func retryAfterIsHonoured() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver { _, count in
            var response = HTTPResponse.empty(status: count == 1 ? 429 : 200)
            response.headers.add("Retry-After", "3600")
            return response
        }
        let (webhook, _, dispatcher) = try stage.telling(receiver, of: [.sent])
        defer { dispatcher.stop() }
        _ = try await stage.attempts(webhook, count: 1)
        let due = try stage.database.read { sql in
            try sql.first("SELECT due_at FROM webhook_queue", []) { try $0.timestamp(0) }
        }
        #expect(due == stage.time.now() + .seconds(3600))
    }

    @Test func goneTurnsTheWebhookOffAndGivesUpWhatWaits() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(410)
        // One subject, so that the second event waits for the end of the first.
        let (webhook, push, dispatcher) = try stage.telling(receiver, of: [.scheduled, .sent])
        defer { dispatcher.stop() }
        let letters = try await stage.eventually { stage in
            let letters = try stage.deadLetters(webhook)
            return letters.count == 2 ? letters : nil
        }
        #expect(Set(letters.map(\.failedReason)) == ["HTTP_410", "WEBHOOK_OFF"])
        let now = try stage.webhook(webhook)
        #expect(!now.isActive)
        #expect(now.deactivatedReason == "ENDPOINT_GONE")
        #expect(now.deactivatedAt == stage.time.now())
        #expect(receiver.deliveries.count == 1)
        #expect(try stage.queued(webhook) == 0)
        // Nobody is told any more.
        try stage.record([.push(.failed, push: push.seq)])
        #expect(try stage.queued(webhook) == 0)
    }

    @Test func daysOfFailuresTurnItOff() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(500)
        let (webhook, _, dispatcher) = try stage.telling(receiver, of: [.sent])
        defer { dispatcher.stop() }
        _ = try await stage.attempts(webhook, count: 1)
        stage.time.advance(by: .seconds(5 * 24 * 3600))
        dispatcher.wake()
        let off = try await stage.eventually { stage in
            let now = try stage.webhook(webhook)
            return now.isActive ? nil : now
        }
        #expect(off.deactivatedReason == "ENDPOINT_FAILING")
        let letters = try await stage.eventually { stage in
            let letters = try stage.deadLetters(webhook)
            return letters.isEmpty ? nil : letters
        }
        #expect(letters.map(\.failedReason) == ["WEBHOOK_OFF"])
    }

    @Test func theSecretBeforeTheLastRotationSignsForADay() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        let webhook = try stage.addWebhook(receiver.url)
        let older = try #require(try stage.secrets(webhook).first)
        let newer = WebhookSecret(random: SystemRandom())
        let rotated = stage.time.now()
        try stage.write { sql, vault in try WebhookTable(sql, vault).rotate(webhook, to: newer, now: rotated) }
        let push = try stage.addPush()
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        for (count, secrets, wait) in [(1, [newer, older], 0), (2, [newer], 24 * 3600)] {
            stage.time.advance(by: .seconds(wait))
            try stage.record([.push(.sent, push: push.seq)], waking: dispatcher)
            let delivery = try #require(try await receiver.first(count).last)
            let expected = WebhookSignature.headers(
                id: delivery.id, body: delivery.body, secrets: secrets, now: stage.time.now())
            #expect(delivery.headers["webhook-signature"] == expected["webhook-signature"])
            #expect(delivery.headers["x-honkio-signature"] == expected["x-honkio-signature"])
        }
    }
}
