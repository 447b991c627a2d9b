// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// A queued event with the object it is about.
struct LoadedEvent: Sendable {
    let queued: QueuedEvent
    let data: String

    var subject: EventSubject { queued.event.subject }

    /// The event as a dead letter keeps it.
    var complete: WebhookEvent {
        let event = queued.event
        return WebhookEvent(
            id: event.id, type: event.type, createdAt: event.createdAt, subject: event.subject, data: data)
    }
}

/// How an attempt ended.
struct AttemptResult: Sendable {
    let event: LoadedEvent
    let verdict: AttemptVerdict
    let startedAt: Timestamp
    let duration: Duration
    /// From 0 to 1: what makes the next wait shorter or longer.
    let chance: Double
    /// The identifiers of the attempt's record and of a dead letter, should it become one.
    let recordID: ULID
    let letterID: ULID
}
