// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Decides what follows an attempt: pure, so that days can pass in a test.
struct AttemptRules: Sendable {
    enum Next: Hashable, Sendable {
        /// The event has arrived.
        case done
        case retry(at: Timestamp)
        case deadLetter(FailureReason)
    }

    var schedule = RetrySchedule.webhooks
    /// For how long nothing may fail but everything before an endpoint is turned off.
    var patience = Duration.seconds(5 * 24 * 3600)

    /// Judges attempt number `attempt`, counted from 1, and takes it down in `health`.
    ///
    /// - Returns: what becomes of the event, and why the endpoint is to be turned off, if it is.
    func judge(
        _ verdict: AttemptVerdict, attempt: Int, health: inout WebhookHealth, now: Timestamp, chance: Double
    ) -> (next: Next, turnOff: DeactivationReason?) {
        guard let reason = verdict.reason else {
            health.succeeded(at: now)
            return (.done, nil)
        }
        health.failed(reason.text, isFirst: attempt == 1, at: now)
        if verdict == .gone { return (.deadLetter(reason), .gone) }
        var asked: Duration?
        if case .failed(_, _, let retryAfter) = verdict { asked = retryAfter }
        let wait = schedule.wait(afterAttempts: attempt, atLeast: asked, chance: chance)
        let isHopeless = health.failingSince.map { $0 + patience <= now } ?? false
        return (wait.map { .retry(at: now + $0) } ?? .deadLetter(reason), isHopeless ? .failing : nil)
    }
}
