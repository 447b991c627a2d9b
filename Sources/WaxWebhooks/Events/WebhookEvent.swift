// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// One event: the same for every webhook that is told of it, and for every attempt to tell.
struct WebhookEvent: Sendable {
    let id: ULID
    let type: EventType
    let createdAt: Timestamp
    let subject: EventSubject
    /// The object that the event is about, as JSON text, as it was then. Nil when it is to be read from the delivery that
    /// the subject names, whose end never changes.
    let data: String?
}
