// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// When a series of notifications is sent: the matches of a cron expression by the clocks of a time zone.
///
/// Clocks that are set forward skip times; a time of day that is skipped counts as the first instant after the gap.
/// Clocks that are set back show times twice; a time of day counts where it is shown first. An expression for every
/// hour goes by real time instead: it has no match while its time is skipped, and two where it is shown twice.
package struct Recurrence: Hashable, Sendable {
    /// How far apart two sends are at least, in minutes.
    package static let shortestGap = 15
    /// The most sends that can be asked for.
    package static let largestCount = 1000

    package let cron: CronExpression
    package let zone: ZoneRules
    /// The last instant at which something may be sent.
    package let until: Timestamp?
    /// After how many sends the series ends.
    package let count: Int?

    package init(cron: CronExpression, zone: ZoneRules, until: Timestamp? = nil, count: Int? = nil) {
        self.cron = cron
        self.zone = zone
        self.until = until
        self.count = count
    }

    /// When the series is sent next at or after `start`, once it was sent so many times; nil when it has ended.
    package func next(from start: Timestamp, sent: Int = 0) -> Timestamp? {
        if let count, sent >= count { return nil }
        // Matches are whole seconds: the first one not before `start` is the first after the second that ends there.
        let before = (start.milliseconds - 1).floorDivided(by: 1000)
        guard let match = cron.isHourly ? realMatch(after: before) : fixedMatch(after: before) else { return nil }
        let time = Timestamp(milliseconds: match * 1000)
        return until.map { time <= $0 } ?? true ? time : nil
    }

    /// When the series is sent next after `time`, once it was sent so many times; nil when it has ended.
    package func next(after time: Timestamp, sent: Int = 0) -> Timestamp? {
        next(from: time + .milliseconds(1), sent: sent)
    }

    /// The first match after an instant when every match is one instant.
    ///
    /// Later times on the wall never have an earlier instant, so the times up to the one that is shown need no look.
    private func fixedMatch(after instant: Int64) -> Int64? {
        var minute = (instant + zone.offset(at: instant)).floorDivided(by: 60)
        while let match = cron.firstMatch(after: minute) {
            let found =
                switch zone.reading(of: match * 60) {
                case .once(let instant), .twice(let instant, _), .skipped(let instant): instant
                }
            if found > instant { return found }
            minute = match
        }
        return nil
    }

    /// The first match after an instant when the clocks are only looked at.
    private func realMatch(after instant: Int64) -> Int64? {
        var offset = zone.offset(at: instant)
        var minute = (instant + offset).floorDivided(by: 60)
        var transition = zone.nextTransition(after: instant)
        while let match = cron.firstMatch(after: minute) {
            let found = match * 60 - offset
            guard let next = transition, found >= next.instant else { return found }
            offset = next.offset
            minute = (next.instant + offset - 1).floorDivided(by: 60)
            transition = zone.nextTransition(after: next.instant)
        }
        return nil
    }
}
