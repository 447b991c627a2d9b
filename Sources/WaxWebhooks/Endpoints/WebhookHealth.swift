// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// How an endpoint has fared.
package struct WebhookHealth: Equatable, Sendable {
    /// The first failure since the last success.
    package private(set) var failingSince: Timestamp?
    /// How many events have failed at their first attempt since then.
    package private(set) var failedEvents: Int64
    package private(set) var lastSuccessAt: Timestamp?
    package private(set) var lastFailureAt: Timestamp?
    package private(set) var lastFailureReason: String?

    package init(
        failingSince: Timestamp? = nil, failedEvents: Int64 = 0, lastSuccessAt: Timestamp? = nil,
        lastFailureAt: Timestamp? = nil, lastFailureReason: String? = nil
    ) {
        self.failingSince = failingSince
        self.failedEvents = failedEvents
        self.lastSuccessAt = lastSuccessAt
        self.lastFailureAt = lastFailureAt
        self.lastFailureReason = lastFailureReason
    }

    package mutating func succeeded(at time: Timestamp) {
        failingSince = nil
        failedEvents = 0
        lastSuccessAt = time
    }

    /// `isFirst` says whether it was the event's first attempt.
    package mutating func failed(_ reason: String, isFirst: Bool, at time: Timestamp) {
        if failingSince == nil { failingSince = time }
        if isFirst { failedEvents += 1 }
        lastFailureAt = time
        lastFailureReason = reason
    }

    /// Starts anew, as for an endpoint that was put right.
    package mutating func forgive() {
        failingSince = nil
        failedEvents = 0
    }
}
