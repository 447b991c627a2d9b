// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxSystem
import WaxWebhooks

/// Decides what follows an attempt of a callback.
enum CallbackRules {
    enum Next: Hashable, Sendable {
        case ended(Callback.Status)
        case retry(at: Timestamp)
    }

    /// Eight attempts within about an hour.
    static let schedule = RetrySchedule(waits: [
        .zero, .seconds(5), .seconds(30), .seconds(2 * 60), .seconds(5 * 60), .seconds(10 * 60), .seconds(15 * 60),
        .seconds(25 * 60),
    ])

    /// After attempt number `attempts`, counted from 1. `chance` is from 0 to 1.
    static func judge(_ verdict: AttemptVerdict, attempts: Int, now: Timestamp, chance: Double) -> Next {
        switch verdict {
        case .delivered: return .ended(.delivered)
        case .gone: return .ended(.failed)
        case .failed(let reason, _, let asked):
            // The address does not become a better one.
            if reason == .forbiddenAddress || reason == .invalidURL { return .ended(.failed) }
            let wait = schedule.wait(
                afterAttempts: attempts, atLeast: asked.map { min($0, longestWait) }, chance: chance)
            return wait.map { .retry(at: now + $0) } ?? .ended(.failed)
        }
    }

    /// A receiver may ask for more time, but not for more than all attempts take.
    private static let longestWait = Duration.seconds(3600)
}
