// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import WaxEnvelope
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem
import WaxWebhooks

/// A store with an account and an app, a clock that the test moves, and a dispatcher when it wants one.
final class WebhookStage: Sendable {
    let store: TestStore
    let owner: Owner
    let app: PushApp

    init(mode: Mode = .live) throws {
        store = try TestStore()
        owner = try store.owner("default", mode)
        app = try store.addApp(owner: owner)
    }

    deinit { store.close() }

    var database: Database { store.database }
    var vault: Vault { store.vault }
    var time: ManualTime { store.time }

    func newID() -> ULID { store.newID() }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction, Vault) throws -> Value) throws -> Value {
        try store.write(body)
    }

    func addWebhook(
        _ url: String, _ events: EventTypes = EventTypes(EventType.allCases), secret: WebhookSecret? = nil
    ) throws -> Webhook {
        let (id, owner, now) = (newID(), owner, time.now())
        let secret = secret ?? WebhookSecret(random: SystemRandom())
        return try write { sql, vault in
            let webhooks = WebhookTable(sql, vault)
            try webhooks.insert(id: id, owner: owner, url: url, events: events, secret: secret, now: now)
            guard let webhook = try webhooks.find(id, owner: owner) else { throw RecordError.vanished("webhooks") }
            return webhook
        }
    }

    /// The webhook as it now is.
    func webhook(_ webhook: Webhook) throws -> Webhook {
        let found = try database.read { try WebhookTable($0, vault).find(seq: webhook.seq) }
        guard let found else { throw TestFailure("the webhook is gone") }
        return found
    }

    func secrets(_ webhook: Webhook) throws -> [WebhookSecret] {
        try database.read { try WebhookTable($0, vault).secrets(of: webhook, now: time.now()) }
    }

    /// Stores a push; its events are recorded by `record`.
    func addPush(fallback: FallbackText? = nil, at scheduledAt: Timestamp? = nil) throws -> Push {
        let push = NewPush(
            id: newID(), owner: owner, app: app.seq, target: .all,
            content: StoredContent(content: PushContent(title: "secret title"), collapseKey: nil), priority: .high,
            ttlSeconds: 3600, scheduledAt: scheduledAt, deviceCount: 0, requiresEncryption: false, priceCents: 0,
            fallback: fallback)
        let (owner, now) = (owner, time.now())
        return try write { sql, vault in
            let pushes = PushTable(sql, vault)
            try pushes.insert(push, now: now)
            guard let push = try pushes.find(push.id, owner: owner) else { throw RecordError.vanished("pushes") }
            return push
        }
    }

    /// Gives a push so many deliveries, all sent, to one device.
    func addDeliveries(_ count: Int, to push: Push) throws {
        let (app, id, now) = (app.seq, newID(), time.now())
        try write { sql, vault in
            let (device, _) = try DeviceTable(sql, vault).register(
                DeviceRegistration(app: app, platform: .ios, token: "abcdef0123456789", userID: .set("user_1")),
                newID: id, now: now)
            let deliveries = (0..<Int64(count)).map {
                NewDelivery(n: $0, device: device.seq, userID: "user_1", state: .sent, encrypted: true)
            }
            try DeliveryTable(sql, vault).insert(deliveries, push: push.seq, now: now)
        }
    }

    /// Records what happened, in a transaction of its own.
    func record(_ events: [RecordEvent], waking dispatcher: WebhookDispatcher? = nil) throws {
        let outbox = EventOutbox(vault: vault, log: .silent) { dispatcher?.wake() }
        let (owner, now) = (owner, time.now())
        try write { sql, _ in try outbox.record(events, owner: owner, now: now, in: sql) }
    }

    func parts(policy: TargetPolicy = .any) -> WebhookDispatcher.Parts {
        var configuration = HTTPClient.Configuration()
        configuration.policy = policy
        return WebhookDispatcher.Parts(
            database: database, vault: vault, client: HTTPClient(configuration: configuration), time: time,
            log: .silent)
    }

    /// The standard, but with a timeout that no test lasts for, however slow its machine is; leases count on the stage's
    /// clock.
    static var patient: DispatcherConfiguration {
        var configuration = DispatcherConfiguration()
        configuration.timeout = .seconds(600)
        configuration.lease = .seconds(3600)
        return configuration
    }

    /// A dispatcher that sends what is recorded on this stage.
    func dispatcher(
        policy: TargetPolicy = .any, _ configuration: DispatcherConfiguration = WebhookStage.patient
    ) -> WebhookDispatcher {
        WebhookDispatcher(parts(policy: policy), configuration: configuration)
    }

    /// A webhook at a receiver, a push to which this has happened, and a dispatcher that tells of it.
    func telling(
        _ receiver: Receiver, of changes: [RecordEvent.PushChange]
    ) throws -> (webhook: Webhook, push: Push, dispatcher: WebhookDispatcher) {
        let webhook = try addWebhook(receiver.url)
        let push = try addPush()
        try record(changes.map { .push($0, push: push.seq) })
        return (webhook, push, dispatcher())
    }

    func attempts(_ webhook: Webhook) throws -> [WebhookDelivery] {
        try database.read { try WebhookDeliveryTable($0).list(webhook: webhook, before: nil, limit: 100) }.reversed()
    }

    func deadLetters(_ webhook: Webhook, includingReplayed: Bool = true) throws -> [DeadLetter] {
        try database.read {
            try DeadLetterTable($0).list(
                webhook: webhook, includingReplayed: includingReplayed, before: nil, limit: 100)
        }.reversed()
    }

    /// How many events wait for a webhook.
    func queued(_ webhook: Webhook) throws -> Int64 {
        try database.read { sql in
            try sql.first("SELECT count(*) FROM webhook_queue WHERE webhook = ?", [.integer(webhook.seq)]) {
                try $0.integer(0)
            }
        } ?? 0
    }

    /// Waits until `look` finds something.
    func eventually<Value: Sendable>(_ look: @escaping @Sendable (WebhookStage) throws -> Value?) async throws -> Value
    {
        try await inBackground { [self] in
            let deadline = SystemTime().uptime() + .seconds(120)
            let nothing = WakeFlag()
            while SystemTime().uptime() < deadline {
                if let value = try look(self) { return value }
                nothing.wait(for: .milliseconds(2))
            }
            throw TestFailure("what was waited for did not come")
        }
    }

    /// The attempts of a webhook once there are so many.
    func attempts(_ webhook: Webhook, count: Int) async throws -> [WebhookDelivery] {
        try await eventually { stage in
            let attempts = try stage.attempts(webhook)
            return attempts.count >= count ? attempts : nil
        }
    }

    /// Everything in the database's files.
    func bytesAtRest() throws -> [UInt8] {
        try ["wax.db", "wax.db-wal"].flatMap { try FileBytes.read(store.directory.file($0)) }
    }
}
