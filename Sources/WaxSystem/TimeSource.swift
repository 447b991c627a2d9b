// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where the time comes from; tests pass one that they move themselves.
package protocol TimeSource: Sendable {
    /// The calendar time, which the operator may set back or forth.
    func now() -> Timestamp
    /// The time since some fixed start, which only grows, also while the process stands still or the machine is suspended.
    func uptime() -> Duration
}

/// The machine's own clocks.
package struct SystemTime: TimeSource {
    package init() {}

    package func now() -> Timestamp {
        let time = Self.read(CLOCK_REALTIME)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package func uptime() -> Duration {
        let time = Self.read(CLOCK_BOOTTIME)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
