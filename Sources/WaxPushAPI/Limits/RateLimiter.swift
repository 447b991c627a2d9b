// SPDX-License-Identifier: Apache-2.0

/// Counts the requests of each caller in each class (the generic cell rate algorithm, ITU-T I.371 annex A).
///
/// Of each it knows one moment: when its whole burst will be allowed again. Once that is over there is nothing to
/// know, so memory holds those who called within the last seconds, and a thousand others at most.
package struct RateLimiter: Sendable {
    private struct Key: Hashable {
        let caller: Caller.Identity
        let rateClass: RateClass
    }

    private static let smallestSweep = 1024

    private let limits: RateLimits
    /// Nanoseconds on the same clock as `now`.
    private var wholeAt: [Key: Int64] = [:]
    private var nextSweep = smallestSweep

    package init(_ limits: RateLimits) {
        self.limits = limits
    }

    /// How many pairs of caller and class are remembered.
    package var count: Int { wholeAt.count }

    /// Counts one request at the time `now` of a clock that only grows; nil when the class has no limit.
    package mutating func take(_ caller: Caller.Identity, _ rateClass: RateClass, now: Duration) -> RateDecision? {
        guard let limit = limits.limits[rateClass] else { return nil }
        let key = Key(caller: caller, rateClass: rateClass)
        let now = Self.nanoseconds(now)
        let longest = limit.interval * Int64(limit.burst)
        let present = max(wholeAt[key] ?? now, now) - now
        let isAllowed = present + limit.interval <= longest
        let missing = isAllowed ? present + limit.interval : present
        if isAllowed {
            wholeAt[key] = now + missing
            sweep(now)
        }
        return RateDecision(
            isAllowed: isAllowed, limit: limit.burst, remaining: Int((longest - missing) / limit.interval),
            reset: Self.wholeSeconds(missing),
            retryAfter: isAllowed ? 0 : Self.wholeSeconds(present + limit.interval - longest))
    }

    /// Drops those whose burst is whole again, each time their number may have doubled.
    private mutating func sweep(_ now: Int64) {
        guard wholeAt.count >= nextSweep else { return }
        wholeAt = wholeAt.filter { $0.value > now }
        nextSweep = max(Self.smallestSweep, 2 * wholeAt.count)
    }

    private static func nanoseconds(_ span: Duration) -> Int64 {
        span.components.seconds * 1_000_000_000 + span.components.attoseconds / 1_000_000_000
    }

    private static func wholeSeconds(_ nanoseconds: Int64) -> Int {
        Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }
}
