// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxRelay

@Suite struct BrowserFlightsTests {
    /// Enrolments at servers that never answer leave the places of wakes free.
    @Test func enrolmentsHaveAnEighth() {
        var flights = BrowserFlights(limit: 16)
        let enrolments = ["a", "b", "c"].map { flights.take($0, isEnrolment: true) }
        #expect(enrolments == [true, true, false])
        let wakes = (0..<15).map { flights.take("host \($0)", isEnrolment: false) }
        #expect(wakes == [Bool](repeating: true, count: 14) + [false])
        flights.land("host 0", isEnrolment: false)
        let refused = flights.take("d", isEnrolment: true)
        flights.land("a", isEnrolment: true)
        let taken = flights.take("d", isEnrolment: true)
        #expect(!refused && taken)
    }

    /// A server that never answers leaves half of the places to others.
    @Test func oneHostHasAHalf() {
        var flights = BrowserFlights(limit: 16)
        let wakes = (0..<9).map { _ in flights.take("slow", isEnrolment: false) }
        #expect(wakes == [Bool](repeating: true, count: 8) + [false])
        let others = (0..<9).map { _ in flights.take("other", isEnrolment: false) }
        #expect(others == [Bool](repeating: true, count: 8) + [false])
        flights.land("slow", isEnrolment: false)
        let again = ["other", "slow", "slow"].map { flights.take($0, isEnrolment: false) }
        #expect(again == [false, true, false])
    }

    /// Other ports are no other push service.
    @Test(arguments: [
        ("https://push.example", "push.example"), ("https://push.example:8443", "push.example"),
        ("https://[2001:db8::1]:8443", "[2001:db8::1"), ("https://[2001:db8::1]", "[2001:db8::1"),
    ])
    func hosts(origin: String, host: String) {
        #expect(WebPushTarget.host(ofOrigin: origin) == host)
    }
}
