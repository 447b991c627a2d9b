// SPDX-License-Identifier: Apache-2.0

/// A zone's offset in every year, as the last line of its file says: a `TZ` value of POSIX with the hours that RFC 9636
/// section 3.3.1 adds, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyClockRule: Hashable, Sendable {
    /// A day of each year.
    enum Day: Hashable, Sendable {
        /// From 1 to 365; a leap day is not counted.
        case julian(Int)
        /// From 0 to 365.
        case ofYear(Int)
        /// The weekday of that week of the month; week 5 is the last.
        case weekday(Int, week: Int, month: Int)
    }

    struct Summer: Hashable, Sendable {
        let offset: Int64
        let start: Day
        /// Seconds after midnight by the clock of before.
        let startTime: Int64
        let end: Day
        let endTime: Int64
    }

    let standardOffset: Int64
    let summer: Summer?

    func offset(at instant: Int64) -> Int64 {
        guard summer != nil else { return standardOffset }
        // Every year sets the clocks twice, so the last setting is found among these.
        return transitions(from: CivilDate(daysSinceEpoch: instant.floorDivided(by: 86_400)).year - 2)
            .last { $0.instant <= instant }?.offset ?? standardOffset
    }

    /// The transitions of the next years, also those that change nothing.
    func transitions(after instant: Int64) -> [ZoneRules.Transition] {
        guard summer != nil else { return [] }
        return transitions(from: CivilDate(daysSinceEpoch: instant.floorDivided(by: 86_400)).year - 1)
            .filter { $0.instant > instant }
    }

    /// The transitions of some years, in order.
    private func transitions(from year: Int) -> [ZoneRules.Transition] {
        guard let summer else { return [] }
        var all: [ZoneRules.Transition] = []
        for year in year...year + 4 {
            let start = Self.days(summer.start, year) * 86_400 + summer.startTime - standardOffset
            let end = Self.days(summer.end, year) * 86_400 + summer.endTime - summer.offset
            all.append(ZoneRules.Transition(instant: start, offset: summer.offset))
            all.append(ZoneRules.Transition(instant: end, offset: standardOffset))
        }
        // At one instant the summer that begins counts: this is how a summer of the whole year is written.
        return all.sorted { ($0.instant, $0.offset) < ($1.instant, $1.offset) }
    }

    private static func days(_ day: Day, _ year: Int) -> Int64 {
        let newYear = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
        switch day {
        case .ofYear(let number): return newYear + Int64(number)
        case .julian(let number):
            let isAfterLeapDay = number > 59 && CivilDate.length(ofMonth: 2, year: year) == 29
            return newYear + Int64(number) - (isAfterLeapDay ? 0 : 1)
        case .weekday(let weekday, let week, let month):
            let first = CivilDate(year: year, month: month, day: 1)
            var day = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            while day > CivilDate.length(ofMonth: month, year: year) { day -= 7 }
            return first.daysSinceEpoch + Int64(day) - 1
        }
    }
}

extension Int64 {
    /// The quotient, rounded down.
    package func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
