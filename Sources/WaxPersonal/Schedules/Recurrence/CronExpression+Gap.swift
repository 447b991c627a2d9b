// SPDX-License-Identifier: Apache-2.0
import WaxSystem

extension CronExpression {
    /// The minutes between the two matches that are closest, by the clock on the wall; nil where that is no less than
    /// `limit`, which is at most a day.
    ///
    /// Exact: two matches of one day, or of two days that follow each other somewhere in the calendar's 400 years.
    package func smallestGap(below limit: Int) -> Int? {
        let times = (0..<24).filter(hours.contains).flatMap { hour in
            (0..<60).filter(minutes.contains).map { hour * 60 + $0 }
        }
        guard let first = times.first, let last = times.last else { return nil }
        let withinDay = zip(times, times.dropFirst()).map { $1 - $0 }.min() ?? limit
        let overnight = first + 1440 - last
        let gap = overnight < min(withinDay, limit) && matchesNeighbours ? overnight : withinDay
        return gap < limit ? gap : nil
    }

    /// Whether two days match of which one follows the other.
    private var matchesNeighbours: Bool {
        var isMatch = false
        // The calendar repeats itself, weekdays included, after so many days.
        for day in 0...Int64(146_097) {
            let next = matches(CivilDate(daysSinceEpoch: day))
            if isMatch, next { return true }
            isMatch = next
        }
        return false
    }
}
