// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxDelivery

@Suite struct WebPushFlightsTests {
    private let patience = Duration.seconds(15)

    @Test func someFlyAndTheOthersWaitTheirTurn() {
        var flights = WebPushFlights<Int>(limit: 2)
        let first = flights.add([1, 2, 3, 4], now: .zero, patience: patience)
        #expect(first.send == [1, 2] && first.giveBack.isEmpty && flights.flying == 2)
        #expect(flights.add([5], now: .seconds(1), patience: patience).send.isEmpty)
        #expect(flights.end(now: .seconds(2), patience: patience).send == [3])
        #expect(flights.end(now: .seconds(2), patience: patience).send == [4])
        #expect(flights.end(now: .seconds(3), patience: patience).send == [5])
        #expect(flights.end(now: .seconds(3), patience: patience).send.isEmpty)
        #expect(flights.flying == 1)
        #expect(flights.end(now: .seconds(3), patience: patience).send.isEmpty && flights.flying == 0)
    }

    @Test func whatWaitedTooLongGoesBackUnsent() {
        var flights = WebPushFlights<Int>(limit: 1)
        _ = flights.add([1, 2, 3], now: .zero, patience: patience)
        _ = flights.add([4], now: .seconds(10), patience: patience)
        let step = flights.end(now: .milliseconds(15_001), patience: patience)
        #expect(step.giveBack == [2, 3] && step.send == [4])
    }

    @Test func aClosedLaneSendsNothing() {
        var flights = WebPushFlights<Int>(limit: 1)
        _ = flights.add([1, 2, 3], now: .zero, patience: patience)
        #expect(flights.close() == [2, 3] && flights.isClosed)
        #expect(flights.end(now: .zero, patience: patience).send.isEmpty)
        let late = flights.add([4], now: .zero, patience: patience)
        #expect(late.send.isEmpty && late.giveBack == [4])
        #expect(flights.close().isEmpty)
    }

    @Test func thousandsKeepTheirOrder() {
        var flights = WebPushFlights<Int>(limit: 3)
        var sent = flights.add(Array(0..<5000), now: .zero, patience: patience).send
        while flights.flying > 0 { sent += flights.end(now: .zero, patience: patience).send }
        #expect(sent == Array(0..<5000))
    }
}
