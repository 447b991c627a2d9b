// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxRelay

@Suite struct BrowserFlightsTests {
    /// Enrolments at servers that never answer leave the places of wakes free.
    @Test func enrolmentsHaveAnEighth() {
        var flights = BrowserFlights(limit: 16)
        let enrolments = (0..<3).map { _ in flights.take(isEnrolment: true) }
        #expect(enrolments == [true, true, false])
        let wakes = (0..<15).map { _ in flights.take(isEnrolment: false) }
        #expect(wakes == [Bool](repeating: true, count: 14) + [false])
        flights.land(isEnrolment: false)
        let refused = flights.take(isEnrolment: true)
        flights.land(isEnrolment: true)
        let taken = flights.take(isEnrolment: true)
        #expect(!refused && taken)
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
