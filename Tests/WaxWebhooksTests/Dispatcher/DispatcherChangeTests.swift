// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxRecords
import WaxSystem
import WaxWebhooks

/// Webhooks that change, and dispatchers that stop, while much is under way.
@Suite struct DispatcherChangeTests {
    private let stage: WebhookStage
    private let isOpen = Locked(false)

    init() throws {
        stage = try WebhookStage()
    }

    /// Answers once `open` was called.
    private func heldReceiver() throws -> Receiver {
        let isOpen = isOpen
        return try Receiver { _, _ in
            _ = await inBackground { isOpen.wait(atMost: .seconds(600)) { $0 ? true : nil } }
            return .empty()
        }
    }

    private func open() {
        isOpen.withLock { $0 = true }
        isOpen.notify()
    }

    private func recordDeliveries(_ count: Int) throws {
        let push = try stage.addPush()
        try stage.addDeliveries(count, to: push)
        try stage.record([.deliveries((0..<Int64(count)).map { .init(n: $0, isSent: true) }, push: push.seq)])
    }

    @Test func aNewAddressAndSecretHoldForWhatIsInMemory() async throws {
        let (old, new) = (try heldReceiver(), try Receiver())
        let webhook = try stage.addWebhook(old.url)
        let older = try #require(try stage.secrets(webhook).first)
        try recordDeliveries(30)
        var configuration = WebhookStage.patient
        configuration.requestsPerWebhook = 1
        let dispatcher = stage.dispatcher(configuration)
        defer { dispatcher.stop() }
        _ = try await old.first(1)
        let (secret, url, now) = (WebhookSecret(random: SystemRandom()), new.url, stage.time.now())
        try stage.write { sql, vault in
            let webhooks = WebhookTable(sql, vault)
            try webhooks.update(webhook, url: url, events: webhook.events)
            try webhooks.rotate(webhook, to: secret, now: now)
        }
        dispatcher.wake()
        open()
        for delivery in try await new.first(29) {
            let expected = WebhookSignature.headers(
                id: delivery.id, body: delivery.body, secrets: [secret, older], now: now)
            #expect(delivery.headers["webhook-signature"] == expected["webhook-signature"])
        }
        #expect(old.deliveries.count == 1)
    }

    @Test func whatOnlyAnotherProcessKnowsIsReadSoon() async throws {
        let (old, new) = (try heldReceiver(), try Receiver())
        let webhook = try stage.addWebhook(old.url)
        try recordDeliveries(30)
        var configuration = WebhookStage.patient
        configuration.requestsPerWebhook = 1
        let dispatcher = stage.dispatcher(configuration)
        defer { dispatcher.stop() }
        _ = try await old.first(1)
        let url = new.url
        try stage.write { sql, vault in
            try WebhookTable(sql, vault).update(webhook, url: url, events: webhook.events)
        }
        stage.time.advance(by: configuration.poll)
        open()
        #expect(try await new.first(29).count == 29)
        #expect(old.deliveries.count == 1)
    }

    @Test func aStopWaitsForAllThatIsUnderWay() async throws {
        let receiver = try heldReceiver()
        let webhook = try stage.addWebhook(receiver.url)
        try recordDeliveries(30)
        var configuration = WebhookStage.patient
        configuration.requestsPerWebhook = 30
        configuration.drain = .seconds(600)
        let dispatcher = stage.dispatcher(configuration)
        _ = try await receiver.first(30)
        async let stopped: Void = inBackground { dispatcher.stop() }
        open()
        await stopped
        #expect(try stage.attempts(webhook).map(\.isSuccess) == [Bool](repeating: true, count: 30))
        #expect(try stage.queued(webhook) == 0)
    }
}
