// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxWebhooks

@Suite struct EventOutboxTests {
    private func queue(_ webhook: Webhook, _ stage: WebhookStage) throws -> [QueuedEvent] {
        try stage.database.read { try WebhookQueue($0).list(webhook: webhook.seq, limit: 100) }
    }

    @Test func whatIsUndoneIsToldToNobody() throws {
        let stage = try WebhookStage()
        let webhook = try stage.addWebhook("http://example.com/")
        let push = try stage.addPush()
        let woken = Locked(0)
        let outbox = EventOutbox(vault: stage.vault, log: .silent) {
            woken.withLock { $0 += 1 }
            woken.notify()
        }
        let (owner, now) = (stage.owner, stage.time.now())
        for isKept in [false, true] {
            try? stage.write { sql, _ in
                try outbox.record([.push(.sent, push: push.seq)], owner: owner, now: now, in: sql)
                if !isKept { throw TestFailure("undone") }
            }
        }
        #expect(try stage.queued(webhook) == 1)
        _ = woken.wait(atMost: .seconds(60)) { $0 > 0 ? true : nil }
        #expect(woken.withLock { $0 } == 1)
    }

    @Test func nothingIsWrittenForNobody() throws {
        let stage = try WebhookStage()
        let off = try stage.addWebhook("http://example.com/")
        let other = try stage.addWebhook("http://example.com/", [.init(.pushSent)])
        let push = try stage.addPush()
        let now = stage.time.now()
        try stage.write { sql, vault in try WebhookTable(sql, vault).deactivate(off.seq, .disabled, now: now) }
        try stage.record([.push(.failed, push: push.seq), .deliveries([.init(n: 0, isSent: true)], push: push.seq)])
        #expect(try stage.queued(off) == 0)
        #expect(try stage.queued(other) == 0)
    }

    @Test func everyWebhookIsToldTheSameEventInOrder() throws {
        let stage = try WebhookStage()
        let webhooks = [
            try stage.addWebhook("http://example.com/1"),
            try stage.addWebhook("http://example.com/2", EventTypes([.deliverySent, .pushSent])),
        ]
        let push = try stage.addPush()
        try stage.addDeliveries(3, to: push)
        let ends = [true, false, true].enumerated().map { RecordEvent.DeliveryEnd(n: Int64($0), isSent: $1) }
        try stage.record([.deliveries(ends, push: push.seq), .push(.sent, push: push.seq)])
        let all = try queue(webhooks[0], stage)
        #expect(all.map(\.event.type) == [.deliverySent, .deliveryFailed, .deliverySent, .pushSent])
        #expect(all.map(\.n) == [0, 1, 2, 3])
        #expect(all.map(\.event.subject.delivery) == [0, 1, 2, nil])
        let some = try queue(webhooks[1], stage)
        #expect(some.map(\.event.id) == [all[0], all[2], all[3]].map(\.event.id))
        // What never changes again is not copied.
        #expect(all.map { $0.event.data == nil } == [true, true, true, false])
        try stage.record([.push(.failed, push: push.seq)])
        #expect(try queue(webhooks[1], stage).map(\.n) == [0, 1, 2])
        #expect(try queue(webhooks[0], stage).map(\.n) == [0, 1, 2, 3, 4])
    }

    @Test func aPushIsToldAsItWasThen() throws {
        let stage = try WebhookStage()
        let webhook = try stage.addWebhook("http://example.com/")
        let push = try stage.addPush(at: stage.time.now() + .seconds(60))
        let now = stage.time.now()
        try stage.record([.push(.scheduled, push: push.seq)])
        try stage.write { sql, vault in _ = try PushTable(sql, vault).cancel(push, now: now) }
        try stage.record([.push(.cancelled, push: push.seq)])
        let told = try queue(webhook, stage).compactMap(\.event.data)
        #expect(told.count == 2)
        #expect(told[0].contains(#""status":"scheduled""#))
        #expect(told[1].contains(#""status":"cancelled""#))
    }

    @Test func aRowThatCannotBeReadKeepsNothingFromHappening() throws {
        let stage = try WebhookStage()
        let webhook = try stage.addWebhook("http://example.com/")
        let push = try stage.addPush()
        try stage.addDeliveries(1, to: push)
        try stage.write { sql, _ in try sql.execute("UPDATE devices SET token = x'00'") }
        try stage.record([.deviceDeactivated(device: 1), .push(.sent, push: push.seq)])
        #expect(try queue(webhook, stage).map(\.event.type) == [.pushSent])
    }

    @Test func aDeliveryThatIsGoneIsToldNobody() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.record([
            .deliveries([.init(n: 7, isSent: true)], push: push.seq), .push(.sent, push: push.seq),
        ])
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        _ = try await stage.eventually { try $0.queued(webhook) == 0 ? true : nil }
        #expect(receiver.deliveries.map(\.type) == ["push.sent"])
    }
}
