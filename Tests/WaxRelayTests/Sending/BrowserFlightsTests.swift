// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxRelay

@Suite struct BrowserFlightsTests {
    private static let known = "fcm.googleapis.com"
    private static let hour = Duration.seconds(3600).microseconds

    /// Takes as many places as there are, one host after the other; returns how many each got.
    private func fill(_ flights: inout BrowserFlights, _ hosts: [String], now: Int64 = 0) -> [Int] {
        hosts.map { host in
            var count = 0
            while flights.take(host, isEnrolment: false, now: now) != nil { count += 1 }
            return count
        }
    }

    private func land(_ flights: inout BrowserFlights, _ host: String, _ landing: BrowserFlights.Landing, now: Int64) {
        if let place = flights.take(host, isEnrolment: false, now: now) { flights.land(place, landing, now: now) }
    }

    /// Enrolments at servers that never answer leave the places of wakes free.
    @Test func enrolmentsHaveAnEighth() throws {
        var flights = BrowserFlights(limit: 64, services: .wellKnown)
        let places = (0..<9).map { flights.take("host\($0)", isEnrolment: true, now: 0) }
        #expect(places.map { $0 != nil } == [Bool](repeating: true, count: 8) + [false])
        #expect(flights.take("wake", isEnrolment: false, now: 0) != nil)
        flights.land(try #require(places[0]), .timedOut, now: 0)
        let again = ["x", "y"].map { flights.take($0, isEnrolment: true, now: 0) != nil }
        #expect(again == [true, false])
    }

    /// What hosts get that ask for all there is, one after the other, by what they did before.
    @Test(
        arguments: [
            // However many there are that never answered, half of the places is all they have, a sixteenth each.
            (64, [], ["a", "b"], [4, 4]),
            (64, [], (0..<10).map { "h\($0)" }, [Int](repeating: 4, count: 8) + [0, 0]),
            (8, [], ["a", "a", "b", "c", "d", "e"], [1, 0, 1, 1, 1, 0]), (1, [], ["a", "b", known], [1, 0, 0]),
            // One that answers has of the rest, and well-known services have a quarter that nobody else takes.
            (
                64, [("good", BrowserFlights.Landing.answered)], (0..<9).map { "h\($0)" } + ["good"],
                [Int](repeating: 4, count: 8) + [0, 4]
            ),
            (
                64, (0..<20).map { ("h\($0)", .answered) }, (0..<13).map { "h\($0)" } + [known],
                [Int](repeating: 4, count: 12) + [0, 16]
            ),
            // A well-known one has half, and whatever it did before.
            (64, [(known, .timedOut)], [known, "web.push.apple.com"], [32, 32]),
            // A silence counts for more than an answer before it or after it; a failure says nothing.
            (
                64, [("good", .answered), ("good", .timedOut), ("good", .answered)],
                (0..<8).map { "h\($0)" } + ["good"],
                [Int](repeating: 4, count: 8) + [0]
            ),
            (
                64, [("good", .answered), ("good", .failed)], (0..<8).map { "h\($0)" } + ["good"],
                [Int](repeating: 4, count: 8) + [4]
            ),
        ] as [(Int, [(String, BrowserFlights.Landing)], [String], [Int])])
    func shares(limit: Int, before: [(String, BrowserFlights.Landing)], asking: [String], expected: [Int]) {
        var flights = BrowserFlights(limit: limit, services: .wellKnown)
        for (host, landing) in before { land(&flights, host, landing, now: 0) }
        #expect(fill(&flights, asking, now: 1) == expected)
    }

    /// An answer counts for a day, a silence for an hour.
    @Test(
        arguments: [
            (0, BrowserFlights.Standing.proven), (23, .proven), (24, .unproven), (-1, .unproven),
        ] as [(Int64, BrowserFlights.Standing)])
    func standing(hours: Int64, expected: BrowserFlights.Standing) {
        var flights = BrowserFlights(limit: 16, services: .wellKnown)
        land(&flights, "host", .answered, now: 0)
        // A silence an hour before zero is over at zero.
        land(&flights, "host", .timedOut, now: hours < 0 ? 0 : -Self.hour)
        #expect(flights.standing(of: "host", now: max(0, hours) * Self.hour) == expected)
        #expect(flights.standing(of: Self.known, now: hours * Self.hour) == .wellKnown)
    }

    /// All places are free again in the end, and what was learnt of strangers stays bounded.
    @Test func everythingLands() {
        var flights = BrowserFlights(limit: 32, services: .wellKnown)
        for number in 0..<3 * BrowserFlights.remembered {
            land(&flights, "host\(number)", number.isMultiple(of: 2) ? .answered : .timedOut, now: 0)
        }
        #expect(flights.standing(of: "host0", now: 1) == .proven)
        #expect(flights.standing(of: "host\(2 * BrowserFlights.remembered)", now: 1) == .unproven)
        #expect(fill(&flights, [Self.known, "x", "y"], now: 1) == [16, 2, 2])
        // After a day there is room for others.
        land(&flights, "late", .answered, now: 25 * Self.hour)
        #expect(flights.standing(of: "late", now: 25 * Self.hour) == .proven)
    }

    /// Other ports are no other push service, nor is a dot at the end of a name.
    @Test(arguments: [
        ("https://push.example", "push.example"), ("https://push.example:8443", "push.example"),
        ("https://push.example.", "push.example"), ("https://push.example.:8443", "push.example"),
        ("https://[2001:db8::1]:8443", "[2001:db8::1"), ("https://[2001:db8::1]", "[2001:db8::1"),
    ])
    func hosts(origin: String, host: String) {
        #expect(WebPushTarget.host(ofOrigin: origin) == host)
    }
}
