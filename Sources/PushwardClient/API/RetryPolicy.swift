// SPDX-License-Identifier: Apache-2.0

/// When a call is made again.
///
/// A server that asks for patience gets it for every method. What a server may have begun is repeated only where
/// repeating changes nothing, so no notification goes out twice.
package struct RetryPolicy: Sendable {
    /// How an attempt ended without success.
    package enum Outcome: Hashable, Sendable {
        case refused(status: Int, code: String?, retryAfter: Duration?)
        /// There was no answer.
        case noAnswer
    }

    /// The most attempts of a call.
    package static let attempts = 5
    /// How long a call may take, with all its attempts and the time between them.
    package static let total = Duration.seconds(60)
    private static let longestHint = Duration.seconds(120)
    private static let longestBase = 30.0

    /// How long to wait before the next attempt; nil when there is none.
    /// - Parameters:
    ///   - attempt: how many there have been.
    ///   - elapsed: since the start of the first.
    ///   - chance: from 0 to below 1.
    package static func delay(
        after outcome: Outcome, method: String, attempt: Int, elapsed: Duration, chance: Double
    ) -> Duration? {
        guard attempt < attempts, mayRepeat(outcome, method: method) else { return nil }
        let delay = hint(outcome) ?? backoff(attempt: attempt, chance: chance)
        return elapsed + delay > total ? nil : delay
    }

    private static func mayRepeat(_ outcome: Outcome, method: String) -> Bool {
        let changesNothing = ["GET", "HEAD", "DELETE"].contains(method)
        switch outcome {
        case .refused(429, let code, _): return !["quota.exceeded", "answer_wait.limit_exceeded"].contains(code)
        case .refused(503, _, _): return true
        case .refused(500..., _, _), .noAnswer: return changesNothing
        case .refused: return false
        }
    }

    private static func hint(_ outcome: Outcome) -> Duration? {
        guard case .refused(_, _, let hint?) = outcome else { return nil }
        return min(hint, longestHint)
    }

    /// Between half of a base that doubles, and the whole of it.
    private static func backoff(attempt: Int, chance: Double) -> Duration {
        let base = min(Double(1 << min(attempt - 1, 10)), longestBase)
        return .seconds(base / 2 + chance * base / 2)
    }
}
