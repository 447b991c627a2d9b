// SPDX-License-Identifier: Apache-2.0

/// When the clocks of one time zone stand how far from UTC.
///
/// Instants are seconds since the epoch; wall-clock times are the seconds that a clock of the zone shows, counted as if
/// it showed UTC.
package struct ZoneRules: Hashable, Sendable {
    /// A moment at which the clocks are set.
    package struct Transition: Hashable, Sendable {
        /// The first instant with the new offset.
        package let instant: Int64
        /// The seconds east of UTC from then on.
        package let offset: Int64
    }

    /// At which instants the clocks show a time.
    package enum Reading: Hashable, Sendable {
        case once(Int64)
        /// The clocks were set back meanwhile.
        case twice(first: Int64, second: Int64)
        /// The clocks were set forward over it, at this instant.
        case skipped(Int64)
    }

    /// A clock is no further from UTC than this; all that a wall-clock time can mean lies within.
    private static let widest: Int64 = 26 * 3600

    private let firstOffset: Int64
    /// In the order of time; each has another offset than the one before.
    private let transitions: [Transition]
    /// What happens each year after the last transition.
    private let yearly: YearlyClockRule?

    init(firstOffset: Int64, transitions: [Transition], yearly: YearlyClockRule?) {
        self.firstOffset = firstOffset
        var offset = firstOffset
        var kept: [Transition] = []
        for transition in transitions where transition.offset != offset {
            kept.append(transition)
            offset = transition.offset
        }
        self.transitions = kept
        self.yearly = yearly
    }

    /// The seconds east of UTC that are in force at an instant.
    package func offset(at instant: Int64) -> Int64 {
        let index = firstIndex(after: instant)
        if index == transitions.endIndex, let yearly { return yearly.offset(at: instant) }
        return index == 0 ? firstOffset : transitions[index - 1].offset
    }

    /// The next time that the clocks are set; nil when they never are again.
    package func nextTransition(after instant: Int64) -> Transition? {
        let index = firstIndex(after: instant)
        if index < transitions.endIndex { return transitions[index] }
        let offset = offset(at: instant)
        return yearly?.transitions(after: instant).first { $0.offset != offset }
    }

    /// The instants at which the clocks show a time.
    package func reading(of wallClock: Int64) -> Reading {
        var start = wallClock - Self.widest
        var offset = offset(at: start)
        var found: [Int64] = []
        var gap: Int64?
        while start <= wallClock + Self.widest {
            let next = nextTransition(after: start)
            let instant = wallClock - offset
            if instant >= start, next.map({ instant < $0.instant }) ?? true { found.append(instant) }
            guard let next else { break }
            if next.instant + offset <= wallClock, wallClock < next.instant + next.offset { gap = next.instant }
            (start, offset) = (next.instant, next.offset)
        }
        if found.count > 1 { return .twice(first: found[0], second: found[1]) }
        // A time that no clock showed was passed over by a transition; there is no third way.
        return found.first.map { .once($0) } ?? .skipped(gap ?? wallClock - offset)
    }

    private func firstIndex(after instant: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].instant <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
