// SPDX-License-Identifier: Apache-2.0

/// How long to wait before each attempt.
package struct RetrySchedule: Sendable {
    /// The waits before the first attempt, the second, and so on; behind the last one nothing is tried any more.
    package let waits: [Duration]
    /// By which part of itself a wait is made shorter or longer at most.
    package let jitter: Double

    package init(waits: [Duration], jitter: Double = 0.1) {
        self.waits = waits
        self.jitter = jitter
    }

    /// Ten attempts over three days.
    package static let webhooks = RetrySchedule(waits: [
        .zero, .seconds(5), .seconds(5 * 60), .seconds(30 * 60), .seconds(2 * 3600), .seconds(5 * 3600),
        .seconds(10 * 3600), .seconds(14 * 3600), .seconds(20 * 3600), .seconds(24 * 3600),
    ])

    /// Six attempts in less than an hour: a text that stands for a push is of use only soon.
    package static let fallbacks = RetrySchedule(waits: [
        .zero, .seconds(5), .seconds(30), .seconds(2 * 60), .seconds(10 * 60), .seconds(30 * 60),
    ])

    /// The wait after `attempts` attempts, at least as long as the other side asked for; nil when all are used up.
    ///
    /// `chance` is from 0 to 1.
    package func wait(afterAttempts attempts: Int, atLeast asked: Duration? = nil, chance: Double) -> Duration? {
        guard waits.indices.contains(attempts) else { return nil }
        let wait = waits[attempts] * (1 - jitter + 2 * jitter * chance)
        return max(wait, asked ?? .zero)
    }
}
