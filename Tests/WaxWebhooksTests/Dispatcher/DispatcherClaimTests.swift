// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxWebhooks

/// What happens when senders die, meet, or are told that a webhook is gone.
@Suite struct DispatcherClaimTests {
    @Test func whatADeadSenderHadClaimedIsSentOnceItsLeaseIsOver() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        let now = stage.time.now()
        let claims = try stage.write { sql, vault in
            try WebhookTable(sql, vault).claim(limit: 10, failingToo: true, leaseUntil: now + .seconds(60), now: now)
        }
        let claim = try #require(claims.first)
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        dispatcher.wake()
        #expect(try stage.queued(webhook) == 1)
        stage.time.advance(by: .seconds(60))
        dispatcher.wake()
        _ = try await stage.attempts(webhook, count: 1)
        #expect(receiver.deliveries.count == 1)
        // The dead one comes back and can change nothing.
        #expect(throws: LeaseLost.self) {
            try stage.write { sql, vault in try WebhookTable(sql, vault).renew(claim, until: now) }
        }
    }

    @Test func whatWasUnderWayWhenItsSenderDiedIsSentAgainUnderTheSameName() async throws {
        let stage = try WebhookStage()
        let gate = Locked(false)
        let receiver = try Receiver { _, count in
            // The first answer comes only after its sender is gone.
            if count == 1 { _ = await inBackground { gate.wait(atMost: .seconds(120)) { $0 ? true : nil } } }
            return .empty()
        }
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        let first = stage.dispatcher()
        _ = try await receiver.first(1)
        await inBackground { first.stop() }
        #expect(try stage.attempts(webhook).isEmpty)
        let second = stage.dispatcher()
        defer { second.stop() }
        let deliveries = try await receiver.first(2)
        gate.withLock { $0 = true }
        gate.notify()
        #expect(deliveries[0].id == deliveries[1].id)
        #expect(deliveries[0].body == deliveries[1].body)
        #expect(try await stage.attempts(webhook, count: 1).map(\.attempt) == [1])
    }

    @Test func twoSendersDoNotSendTheSame() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.addDeliveries(200, to: push)
        let dispatchers = [stage.dispatcher(), stage.dispatcher()]
        defer { for dispatcher in dispatchers { dispatcher.stop() } }
        for start in stride(from: Int64(0), to: 200, by: 20) {
            try stage.record([
                .deliveries((start..<start + 20).map { .init(n: $0, isSent: true) }, push: push.seq)
            ])
            for dispatcher in dispatchers { dispatcher.wake() }
        }
        let deliveries = try await receiver.first(200)
        _ = try await stage.eventually { try $0.queued(webhook) == 0 ? true : nil }
        #expect(Set(deliveries.map(\.id)).count == 200)
        #expect(receiver.deliveries.count == 200)
    }

    @Test func aDeletedWebhookIsToldNothingMore() async throws {
        let stage = try WebhookStage()
        let gate = Locked(false)
        let receiver = try Receiver { _, _ in
            _ = await inBackground { gate.wait(atMost: .seconds(120)) { $0 ? true : nil } }
            return .empty()
        }
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        // Of one subject: while the first is under way the second waits.
        try stage.record([.push(.scheduled, push: push.seq), .push(.sent, push: push.seq)])
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        _ = try await receiver.first(1)
        let now = stage.time.now()
        try stage.write { sql, vault in try WebhookTable(sql, vault).delete(webhook, now: now) }
        gate.withLock { $0 = true }
        gate.notify()
        // A webhook that came later shows that the dispatcher went on.
        let other = try Receiver()
        let later = try stage.addWebhook(other.url)
        try stage.record([.push(.failed, push: push.seq)], waking: dispatcher)
        _ = try await stage.attempts(later, count: 1)
        #expect(receiver.deliveries.count == 1)
        #expect(try stage.attempts(webhook).isEmpty)
        #expect(later.seq != webhook.seq)
        #expect(try stage.database.read { try WebhookTable($0, stage.vault).find(seq: webhook.seq) } == nil)
    }

    @Test func turnedOnAgainItHasACleanSlate() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(410, 200)
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        let off = try await stage.eventually { stage in
            let now = try stage.webhook(webhook)
            return now.isActive ? nil : now
        }
        try stage.write { sql, vault in try WebhookTable(sql, vault).activate(off) }
        let on = try stage.webhook(webhook)
        #expect(on.isActive)
        #expect(on.deactivatedReason == nil)
        #expect(on.deactivatedAt == nil)
        #expect(on.health.failingSince == nil)
        #expect(on.health.failedEvents == 0)
        #expect(on.health.lastFailureReason == "HTTP_410")
        try stage.record([.push(.failed, push: push.seq)], waking: dispatcher)
        #expect(try await receiver.first(2).last?.type == "push.failed")
    }

    @Test func damagedRowsHoldUpNobodyElse() async throws {
        let stage = try WebhookStage()
        let (damaged, healthy) = (try Receiver(), try Receiver())
        let first = try stage.addWebhook(damaged.url)
        _ = try stage.addWebhook(healthy.url)
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        try stage.write { sql, _ in
            try sql.execute("UPDATE webhook_queue SET event = x'00' WHERE webhook = ?", [.integer(first.seq)])
        }
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        for count in 1...3 {
            _ = try await healthy.first(count)
            try stage.record([.push(.failed, push: push.seq)], waking: dispatcher)
        }
        #expect(damaged.deliveries.isEmpty)
    }

    @Test func aDamagedDeliveryHoldsUpNoOtherEvent() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        _ = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.addDeliveries(2, to: push)
        try stage.write { sql, _ in try sql.execute("UPDATE deliveries SET state = 99 WHERE n = 0") }
        try stage.record([.deliveries([.init(n: 0, isSent: true), .init(n: 1, isSent: true)], push: push.seq)])
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        _ = try await receiver.first(1)
        _ = try await stage.eventually { stage in
            let left = try stage.database.read { sql in
                try sql.first("SELECT count(*) FROM webhook_queue") { try $0.integer(0) }
            }
            return left == 0 ? true : nil
        }
        #expect(receiver.deliveries.count == 1)
    }
}
