// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

/// One webhook's part of a turn's transaction. It takes effect as a whole or, when the lease was lost, not at all.
struct EndpointChange: Sendable {
    enum Outcome: Sendable {
        case written(turnedOff: DeactivationReason?)
        case lost
        /// It can never be written: the error, by its kind.
        case refused(String)
    }

    let claim: WebhookClaim
    let results: [AttemptResult]
    let abandoned: [(event: LoadedEvent, letterID: ULID)]
    let vanished: [QueuedEvent]
    /// Until when the webhook is held from now on; nil leaves it.
    let leaseUntil: Timestamp?
    /// Whether the webhook is given back.
    let releases: Bool
    let rules: AttemptRules

    func apply(_ sql: Transaction, _ vault: Vault, now: Timestamp) throws -> Outcome {
        let webhooks = WebhookTable(sql, vault)
        try webhooks.check(claim)
        guard let webhook = try webhooks.find(seq: claim.webhook) else { throw LeaseLost() }
        let turnedOff = try record(sql, webhooks, webhook, now: now)
        let queue = WebhookQueue(sql)
        // It may have been turned on again meanwhile.
        if !webhook.isActive {
            for (event, letterID) in abandoned {
                try DeadLetterTable(sql).insert(
                    event.complete, id: letterID, webhook: claim.webhook, reason: .off, now: now)
            }
            try queue.remove(abandoned.map(\.event.queued), webhook: claim.webhook)
        }
        try queue.remove(vanished, webhook: claim.webhook)
        if releases {
            try webhooks.release(claim)
        } else if let leaseUntil {
            try webhooks.renew(claim, until: leaseUntil)
        }
        return .written(turnedOff: turnedOff)
    }

    private func record(
        _ sql: Transaction, _ webhooks: WebhookTable, _ webhook: Webhook, now: Timestamp
    ) throws -> DeactivationReason? {
        guard !results.isEmpty else { return nil }
        let queue = WebhookQueue(sql)
        let records = WebhookDeliveryTable(sql)
        var health = webhook.health
        var turnOff: DeactivationReason?
        for result in results {
            let queued = result.event.queued
            let (next, reason) = rules.judge(
                result.verdict, attempt: queued.attempts + 1, health: &health, now: now, chance: result.chance)
            turnOff = turnOff ?? reason
            try records.insert(result.record, webhook: claim.webhook)
            switch next {
            case .done: try queue.remove([queued], webhook: claim.webhook)
            case .retry(let time): try queue.retry(queued, webhook: claim.webhook, at: time)
            case .deadLetter(let reason):
                try DeadLetterTable(sql).insert(
                    result.event.complete, id: result.letterID, webhook: claim.webhook, reason: reason, now: now)
                try queue.remove([queued], webhook: claim.webhook)
            }
        }
        try webhooks.set(health, of: claim.webhook)
        guard let turnOff, webhook.isActive else { return nil }
        try webhooks.deactivate(claim.webhook, turnOff, now: now)
        return turnOff
    }
}

extension AttemptResult {
    /// The attempt as its record says it.
    var record: WebhookDelivery {
        WebhookDelivery(
            id: recordID, event: event.queued.event.id, type: event.queued.event.type,
            attempt: Int64(event.queued.attempts + 1), isSuccess: verdict.reason == nil,
            httpStatus: verdict.status.map(Int64.init), errorReason: verdict.reason?.text,
            durationMilliseconds: duration.milliseconds, occurredAt: startedAt)
    }
}
