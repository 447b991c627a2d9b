// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxStore
package import WaxSystem

/// Puts what happened into the queues of the webhooks that are told of it, within the transaction in which it happened.
///
/// An account without such a webhook costs one look at an index.
package struct EventOutbox: EventSink {
    private let vault: Vault
    private let random: any RandomSource
    private let log: Log
    private let onEvents: @Sendable () -> Void

    /// `onEvents` is called after each commit that has put something into a queue.
    package init(
        vault: Vault, random: any RandomSource = SystemRandom(), log: Log = Log(),
        onEvents: @escaping @Sendable () -> Void
    ) {
        self.vault = vault
        self.random = random
        self.log = log
        self.onEvents = onEvents
    }

    package func record(_ happened: [RecordEvent], owner: Owner, now: Timestamp, in sql: Transaction) throws {
        let subscriptions = try WebhookTable(sql, vault).subscriptions(owner: owner)
        let wanted = subscriptions.reduce(into: EventTypes()) { $0.formUnion($1.events) }
        guard !wanted.isEmpty else { return }
        let events = try happened.flatMap { try self.events(of: $0, wanted, now: now, sql) }
        var isAny = false
        for (webhook, types) in subscriptions {
            let told = events.filter { types.contains($0.type) }
            guard !told.isEmpty else { continue }
            try WebhookQueue(sql).append(told, to: webhook, now: now)
            isAny = true
        }
        if isAny { sql.afterCommit(onEvents) }
    }

    private func events(
        of happened: RecordEvent, _ wanted: EventTypes, now: Timestamp, _ sql: Transaction
    ) throws -> [WebhookEvent] {
        if case .deliveries(let ends, let push) = happened {
            return ends.compactMap { end in
                let type = end.isSent ? EventType.deliverySent : .deliveryFailed
                return wanted.contains(type) ? event(type, push, delivery: end.n, data: nil, now) : nil
            }
        }
        let type = happened.type
        guard wanted.contains(type) else { return [] }
        do {
            let renderer = EventRenderer(sql, vault)
            switch happened {
            case .deliveries: return []
            case .push(_, let push): return [event(type, push, data: try renderer.push(push), now)]
            case .deviceDeactivated(let device): return [event(type, device, data: try renderer.device(device), now)]
            case .providerError(let alert, let provider, let app):
                return [event(type, app, data: try renderer.app(app, alert, from: provider), now)]
            }
        } catch let error as StoreError where error.code != .typeMismatch {
            throw error
        } catch {
            // A row that cannot be read must not keep the change from happening that the event tells of.
            log(.error, "no \(type.name) event: \(LoggableError(error))")
            return []
        }
    }

    private func event(
        _ type: EventType, _ record: Int64, delivery: Int64? = nil, data: String?, _ now: Timestamp
    ) -> WebhookEvent {
        WebhookEvent(
            id: ULID(time: now, random: random), type: type, createdAt: now,
            subject: EventSubject(type, record: record, delivery: delivery), data: data)
    }
}

extension RecordEvent {
    /// The type of a single event; of deliveries, each has its own.
    fileprivate var type: EventType {
        switch self {
        case .push(.scheduled, _): .pushScheduled
        case .push(.rescheduled, _): .pushRescheduled
        case .push(.cancelled, _): .pushCancelled
        case .push(.sent, _): .pushSent
        case .push(.failed, _): .pushFailed
        case .deliveries: .deliverySent
        case .deviceDeactivated: .deviceDeactivated
        case .providerError: .providerError
        }
    }
}
