// SPDX-License-Identifier: Apache-2.0

/// Requests to browsers' push services that are under way, of which there are so many places: so slow servers of strangers
/// take none from others. Decides, and does nothing. Times are microseconds of uptime.
///
/// | of the places, at most | |
/// |---|---|
/// | a sixteenth | one host |
/// | a half | one well-known service |
/// | a half | all hosts that answered nothing within a day, or let a request time out within an hour |
/// | three quarters | all hosts but the well-known services |
/// | an eighth | enrolments, for which nobody had to show anything |
struct BrowserFlights {
    /// How far a host is trusted to answer.
    enum Standing: Hashable {
        case wellKnown
        /// Answered within a day, and let no request time out within an hour.
        case proven
        case unproven
    }

    /// A place that a request has.
    struct Place: Hashable {
        let host: String
        let standing: Standing
        let isEnrolment: Bool
    }

    /// How a request ended.
    enum Landing {
        case answered
        case timedOut
        /// Came to no answer, and kept its place for no longer than others do.
        case failed
    }

    /// Until when the last answer of a host counts, and its last silence.
    private struct Host {
        var provenUntil: Int64 = 0
        var slowUntil: Int64 = 0

        func isOver(now: Int64) -> Bool { max(provenUntil, slowUntil) <= now }
    }

    /// Hosts that are remembered; who comes when there are more stays unproven.
    static let remembered = 4096

    private static let proof = Duration.seconds(24 * 3600).microseconds
    private static let slowness = Duration.seconds(3600).microseconds

    let limit: Int
    private let services: PushServices
    private var all = 0
    private var strangers = 0
    private var unproven = 0
    private var enrolments = 0
    /// The requests of each host that has any.
    private var flights: [String: Int] = [:]
    private var hosts: [String: Host] = [:]
    /// When room may be made again.
    private var nextSweep: Int64 = 0

    init(limit: Int, services: PushServices) {
        self.limit = limit
        self.services = services
    }

    /// The most that any host may have of so many places.
    static func highestHostLimit(of limit: Int) -> Int { max(1, limit / 2) }

    /// What is thought of a host.
    func standing(of host: String, now: Int64) -> Standing {
        guard !services.contains(host) else { return .wellKnown }
        guard let known = hosts[host] else { return .unproven }
        return known.provenUntil > now && known.slowUntil <= now ? .proven : .unproven
    }

    /// Takes a place; nil when there is none.
    mutating func take(_ host: String, isEnrolment: Bool, now: Int64) -> Place? {
        let place = Place(host: host, standing: standing(of: host, now: now), isEnrolment: isEnrolment)
        guard hasRoom(for: place) else { return nil }
        flights[host, default: 0] += 1
        count(place, by: 1)
        return place
    }

    /// Gives a place back.
    mutating func land(_ place: Place, _ landing: Landing, now: Int64) {
        flights[place.host] = flights[place.host].flatMap { $0 > 1 ? $0 - 1 : nil }
        count(place, by: -1)
        guard place.standing != .wellKnown, landing != .failed else { return }
        var host = hosts[place.host] ?? Host()
        switch landing {
        case .answered: host.provenUntil = now + Self.proof
        case .timedOut: host.slowUntil = now + Self.slowness
        case .failed: break
        }
        makeRoom(now: now)
        if hosts[place.host] != nil || hosts.count < Self.remembered { hosts[place.host] = host }
    }

    private func hasRoom(for place: Place) -> Bool {
        let most = place.standing == .wellKnown ? Self.highestHostLimit(of: limit) : max(1, limit / 16)
        return all < limit && flights[place.host] ?? 0 < most
            && (!place.isEnrolment || enrolments < max(1, limit / 8))
            && (place.standing == .wellKnown || strangers < max(1, limit * 3 / 4))
            && (place.standing != .unproven || unproven < max(1, limit / 2))
    }

    private mutating func count(_ place: Place, by step: Int) {
        all += step
        if place.standing != .wellKnown { strangers += step }
        if place.standing == .unproven { unproven += step }
        if place.isEnrolment { enrolments += step }
    }

    /// Forgets hosts of which nothing is known any more, once there are many; looks at them all, and so at most every ten
    /// seconds.
    private mutating func makeRoom(now: Int64) {
        guard hosts.count >= Self.remembered, now >= nextSweep else { return }
        nextSweep = now + Duration.seconds(10).microseconds
        hosts = hosts.filter { !$0.value.isOver(now: now) }
    }
}
