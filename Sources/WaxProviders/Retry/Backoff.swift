// SPDX-License-Identifier: Apache-2.0

/// Waits that double, up to a longest one and within a window.
package struct Backoff: Hashable, Sendable {
    /// The wait after the first attempt; jitter makes it longer, never shorter.
    package let first: Duration
    package let longest: Duration
    /// No attempt begins later than this after the first one.
    package let window: Duration

    package init(first: Duration, longest: Duration, window: Duration) {
        self.first = first
        self.longest = longest
        self.window = window
    }

    /// The wait after attempt `attempt` (from 1), before jitter; never less than `hint`, which is what the provider asked for.
    ///
    /// A hint shorter than `first` is taken at its word, but not for less than ten seconds, and it doubles as well.
    package func wait(afterAttempt attempt: Int, hint: Duration? = nil) -> Duration {
        var wait = hint == nil ? first : min(first, .seconds(10))
        for _ in 1..<max(attempt, 1) where wait < longest { wait *= 2 }
        return max(min(wait, longest), hint ?? .zero)
    }
}

extension Backoff {
    /// At once, for an attempt that is made only once.
    static let immediate = Backoff(first: .zero, longest: .zero, window: .seconds(86_400))
    /// Soon, for an attempt that is made only once.
    static let short = Backoff(first: .seconds(1), longest: .seconds(1), window: .seconds(86_400))
    /// While a provider cannot be reached.
    static let reconnecting = Backoff(first: .milliseconds(500), longest: .seconds(120), window: .seconds(3600))
    /// A minute is what Google asks for where `Retry-After` is missing; Apple names no time.
    static let rateLimited = Backoff(first: .seconds(60), longest: .seconds(960), window: .seconds(3600))
    /// Apple: wait fifteen minutes, then back off (handling-notification-responses-from-apns).
    static let apnsUnavailable = Backoff(first: .seconds(900), longest: .seconds(3600), window: .seconds(2 * 3600))
    /// Google: at least ten seconds, then back off, and give up after about an hour (scale-fcm).
    static let fcmUnavailable = Backoff(first: .seconds(10), longest: .seconds(960), window: .seconds(3600))
    /// RFC 8030 names no time besides `Retry-After`.
    static let webPushUnavailable = Backoff(first: .seconds(10), longest: .seconds(960), window: .seconds(3600))
}
