// SPDX-License-Identifier: Apache-2.0

/// Requests to browsers' push services that are under way. One host has half of the places at most, and enrolments, for which
/// nobody had to show anything, an eighth: so slow servers of strangers take none from other hosts or from wakes.
struct BrowserFlights {
    let limit: Int
    private var all = 0
    private var enrolments = 0
    /// Those of each host that has any.
    private var hosts: [String: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// What one host may have of so many places.
    static func hostLimit(of limit: Int) -> Int { max(1, limit / 2) }

    /// Takes a place; false when there is none.
    mutating func take(_ host: String, isEnrolment: Bool) -> Bool {
        let own = hosts[host] ?? 0
        guard all < limit, own < Self.hostLimit(of: limit), !isEnrolment || enrolments < max(1, limit / 8) else {
            return false
        }
        all += 1
        hosts[host] = own + 1
        if isEnrolment { enrolments += 1 }
        return true
    }

    /// Gives a place back.
    mutating func land(_ host: String, isEnrolment: Bool) {
        all -= 1
        hosts[host] = hosts[host].flatMap { $0 > 1 ? $0 - 1 : nil }
        if isEnrolment { enrolments -= 1 }
    }
}
