// SPDX-License-Identifier: Apache-2.0

/// So many at once, then one in each interval: the generic cell rate algorithm, whose state is one time (ITU-T I.371).
///
/// States and times are microseconds of uptime, because a state of eight bytes stands under each key.
struct RateRule: Hashable, Sendable {
    let interval: Int64
    let burst: Int64

    /// One in each `interval`, and `burst` at once.
    init(every interval: Duration, burst: Int) {
        self.interval = max(1, interval.microseconds)
        // The whole burst is a time that can be added to another.
        self.burst = min(Int64(max(1, burst)), (Int64.max >> 2) / self.interval)
    }

    /// So many in each span, and `burst` at once.
    init(_ count: Int, per span: Duration, burst: Int) {
        self.init(every: span / max(1, count), burst: burst)
    }

    /// How long `count` more would have to wait; zero when they may come now. `next` is the state.
    func wait(_ next: Int64, now: Int64, count: Int = 1) -> Int64 {
        max(0, max(next, now) + interval * Int64(count) - interval * burst - now)
    }

    /// The state if so many more had come, or fewer.
    func corrected(_ next: Int64, by count: Int) -> Int64 { next + interval * Int64(count) }

    /// The state after `count` more.
    func after(_ next: Int64, now: Int64, count: Int = 1) -> Int64 { max(next, now) + interval * Int64(count) }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
