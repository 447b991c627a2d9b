// SPDX-License-Identifier: Apache-2.0

/// Requests to browsers' push services that are under way. Enrolments, for which nobody had to show anything, have an eighth
/// of the places, so that slow servers of strangers take none from wakes.
struct BrowserFlights {
    let limit: Int
    private var all = 0
    private var enrolments = 0

    init(limit: Int) { self.limit = limit }

    /// Takes a place; false when there is none.
    mutating func take(isEnrolment: Bool) -> Bool {
        guard all < limit, !isEnrolment || enrolments < max(1, limit / 8) else { return false }
        all += 1
        if isEnrolment { enrolments += 1 }
        return true
    }

    /// Gives a place back.
    mutating func land(isEnrolment: Bool) {
        all -= 1
        if isEnrolment { enrolments -= 1 }
    }
}
