// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// When a delivery is tried again, and when it is given up.
package enum RetryPolicy: Sendable {
    /// The providers' own waits.
    case live
    /// Waits under a second and a few attempts, so that a developer sees every outcome at once.
    case test

    /// The attempts that test mode makes.
    package static let testAttempts = 4

    /// A push may wait this long even when its time to live is 0: a new connection must not cost it its one attempt.
    package static let grace = Duration.seconds(2)

    /// Decides what follows the attempt that `history` counts last, and notes there what is spent.
    ///
    /// `elapsed` is the time since the first attempt, `timeToLive` what is left of the push's own time, and `chance` a
    /// random number from 0 up to 1, which spreads retries that failed together. A wait that would outlast the time to
    /// live ends the delivery as `EXPIRED`.
    package func next(
        after rule: RetryRule, history: inout RetryHistory, elapsed: Duration, timeToLive: Duration, chance: Double
    ) -> RetryDecision {
        let usedUp = RetryDecision.giveUp(code: rule.code, alert: rule.alert)
        if let once = rule.once {
            guard !history.spent.contains(once) else { return usedUp }
            history.spent.insert(once)
        }
        let wait: Duration
        switch self {
        case .live:
            wait = rule.backoff.wait(afterAttempt: history.attempts, hint: rule.retryAfter)
            guard elapsed + wait <= rule.backoff.window else { return usedUp }
        case .test:
            wait = min(rule.backoff.wait(afterAttempt: history.attempts), .milliseconds(100 * max(history.attempts, 1)))
            guard history.attempts < Self.testAttempts else { return usedUp }
        }
        guard wait < max(timeToLive, Self.grace) else { return .giveUp(code: .expired, alert: nil) }
        return .again(after: wait + wait * (chance / 2), remedy: rule.remedy)
    }
}

extension RandomSource {
    /// A random number from 0 up to 1, for `RetryPolicy`.
    package func chance() -> Double {
        let bits = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bits >> 11) * 0x1p-53
    }
}
