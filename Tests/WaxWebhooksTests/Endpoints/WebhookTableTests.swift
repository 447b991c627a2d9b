// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxWebhooks

@Suite struct WebhookTableTests {
    @Test func secretsAreProtectedAtRest() throws {
        let stage = try WebhookStage()
        let first = WebhookSecret(random: SystemRandom())
        let second = WebhookSecret(random: SystemRandom())
        let webhook = try stage.addWebhook("https://example.com/", secret: first)
        let now = stage.time.now()
        try stage.write { sql, vault in try WebhookTable(sql, vault).rotate(webhook, to: second, now: now) }
        #expect(try stage.secrets(webhook) == [second, first])
        let bytes = try stage.bytesAtRest()
        for secret in [first, second] { #expect(!FileBytes.contains(bytes, String(secret.text.dropFirst(6)))) }
        #expect(FileBytes.contains(bytes, "https://example.com/"))
    }

    @Test func aSecretThatWasMovedDoesNotOpen() throws {
        let stage = try WebhookStage()
        let one = try stage.addWebhook("https://example.com/1")
        let two = try stage.addWebhook("https://example.com/2")
        try stage.write { sql, _ in
            try sql.execute(
                "UPDATE webhooks SET secret = (SELECT secret FROM webhooks WHERE seq = ?) WHERE seq = ?",
                [.integer(one.seq), .integer(two.seq)])
        }
        #expect(throws: RestError.self) { try stage.secrets(two) }
    }

    @Test func withAnUnreadableSecretNothingIsSent() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.write { sql, _ in try sql.execute("UPDATE webhooks SET secret = x'00'") }
        try stage.record([.push(.sent, push: push.seq)])
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        #expect(try await stage.attempts(webhook, count: 1).map(\.errorReason) == ["SECRET_UNREADABLE"])
        #expect(receiver.deliveries.isEmpty)
    }

    @Test func onlyTheLastTwoSecretsCountAndTheOlderForADay() throws {
        let stage = try WebhookStage()
        let webhook = try stage.addWebhook("https://example.com/")
        var newest: [WebhookSecret] = try stage.secrets(webhook)
        for _ in 0..<3 {
            stage.time.advance(by: .seconds(60))
            let secret = WebhookSecret(random: SystemRandom())
            newest.insert(secret, at: 0)
            let now = stage.time.now()
            try stage.write { sql, vault in try WebhookTable(sql, vault).rotate(webhook, to: secret, now: now) }
            #expect(try stage.secrets(webhook) == Array(newest.prefix(2)))
        }
        stage.time.advance(by: WebhookTable.rotationOverlap)
        #expect(try stage.secrets(webhook) == [newest[0]])
        let now = stage.time.now()
        #expect(try stage.write { sql, vault in try WebhookTable(sql, vault).removeExpiredSecrets(now: now) } == 1)
        #expect(try stage.write { sql, vault in try WebhookTable(sql, vault).removeExpiredSecrets(now: now) } == 0)
        #expect(try stage.secrets(webhook) == [newest[0]])
    }

    @Test func deletingForgetsAllButTheNumber() throws {
        let stage = try WebhookStage()
        let webhook = try stage.addWebhook("https://example.com/private-path")
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        let now = stage.time.now()
        try stage.write { sql, vault in try WebhookTable(sql, vault).delete(webhook, now: now) }
        #expect(try stage.queued(webhook) == 0)
        let left = try stage.database.read { sql in
            try sql.first(
                "SELECT url = '' AND secret IS NULL AND previous_secret IS NULL AND due_at IS NULL FROM webhooks"
            ) { try $0.boolean(0) }
        }
        #expect(left == true)
        #expect(try stage.addWebhook("https://example.com/").seq != webhook.seq)
    }

    @Test func whatIsTooOldIsForgotten() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(410, 200)
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        _ = try await stage.eventually { try $0.deadLetters(webhook).isEmpty ? nil : true }
        for (wait, attempts, letters) in [
            (WebhookRetention.deliveries - .seconds(1), 1, 1), (.seconds(2), 0, 1),
            (WebhookRetention.deadLetters - WebhookRetention.deliveries, 0, 0),
        ] {
            stage.time.advance(by: wait)
            let now = stage.time.now()
            try stage.write { sql, vault in try WebhookRetention.clean(sql, vault, now: now) }
            #expect(try stage.attempts(webhook).count == attempts)
            #expect(try stage.deadLetters(webhook).count == letters)
        }
    }

    @Test func theClaimsOfThoseThatFailCanBeLeftOut() throws {
        let stage = try WebhookStage()
        let failing = try stage.addWebhook("https://example.com/1")
        let healthy = try stage.addWebhook("https://example.com/2")
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        let now = stage.time.now()
        let claimed = try stage.write { sql, vault in
            let webhooks = WebhookTable(sql, vault)
            var health = WebhookHealth()
            health.failed("TIMEOUT", isFirst: true, at: now)
            try webhooks.set(health, of: failing.seq)
            return try [false, true, true].map { failingToo in
                try webhooks.claim(limit: 5, failingToo: failingToo, leaseUntil: now + .seconds(60), now: now)
                    .map(\.webhook)
            }
        }
        #expect(claimed == [[healthy.seq], [failing.seq], []])
    }
}
