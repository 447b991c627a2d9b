// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

/// What one look at the store says about a webhook that is held.
struct EndpointReading {
    /// Nil when it was deleted.
    let webhook: Webhook?
    /// Nil when they cannot be read.
    let secrets: [WebhookSecret]?
    /// What is due and not in memory yet, in order; of a webhook that is off, whatever is not under way.
    let events: [LoadedEvent]
    /// Events whose object is gone, or damaged.
    let vanished: [QueuedEvent]
    let isExhausted: Bool
    /// When the first event is due that is not due yet.
    let nextDue: Timestamp?

    init(
        _ sql: any SQLConnection, _ vault: Vault, job: EndpointJob, configuration: DispatcherConfiguration,
        now: Timestamp
    ) throws {
        let webhooks = WebhookTable(sql, vault)
        let webhook = try webhooks.find(seq: job.claim.webhook)
        self.webhook = webhook
        secrets = try webhook.flatMap { try Self.secrets(of: $0, webhooks, now) }
        let isActive = webhook?.isActive ?? true
        // What is ready is given up with the rest when the webhook is off.
        let known = isActive ? job.known : Set(job.underWay.keys).union(job.results.map(\.event.queued.n))
        let wanted =
            isActive ? max(0, configuration.eventsInMemory - job.ready.count) : configuration.eventsGivenUpAtOnce
        let listed = try WebhookQueue(sql).list(webhook: job.claim.webhook, limit: known.count + wanted)
        var events: [LoadedEvent] = []
        var vanished: [QueuedEvent] = []
        var renderer = EventRenderer(sql, vault)
        for queued in listed where !known.contains(queued.n) && (queued.dueAt <= now || !isActive) {
            if let data = try Self.data(of: queued.event, &renderer) {
                events.append(LoadedEvent(queued: queued, data: data))
            } else {
                vanished.append(queued)
            }
        }
        self.events = events
        self.vanished = vanished
        nextDue = listed.first { $0.dueAt > now && isActive }?.dueAt
        isExhausted = nextDue != nil || listed.count < known.count + wanted
    }

    private static func secrets(
        of webhook: Webhook, _ webhooks: WebhookTable, _ now: Timestamp
    ) throws -> [WebhookSecret]? {
        do {
            return try webhooks.secrets(of: webhook, now: now)
        } catch let error as StoreError where error.isOfTheStore {
            throw error
        } catch {
            return nil
        }
    }

    /// The object of an event; nil when it is gone, or damaged so that nobody can be told of it.
    private static func data(of event: WebhookEvent, _ renderer: inout EventRenderer) throws -> String? {
        do {
            return try renderer.data(of: event)
        } catch let error as StoreError where error.isOfTheStore {
            throw error
        } catch {
            return nil
        }
    }
}
