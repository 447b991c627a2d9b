// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxSystem

@testable import WaxDelivery

@Suite struct SendingRampTests {
    private static let limits = SendingRamp.Limits(ratePerMinute: 600_000, duration: .seconds(60))

    /// Takes what may go, waits as it is told, and so on until `time` is at `end`; how many went in each second.
    private static func drain(
        _ ramp: inout SendingRamp, _ time: ManualTime, until end: Duration
    ) -> [Int] {
        let start = time.uptime()
        var counts: [Int] = []
        while time.uptime() < end {
            let second = Int((time.uptime() - start) / .seconds(1))
            while counts.count <= second { counts.append(0) }
            counts[second] += ramp.take(1_000_000, now: time.uptime())
            time.advance(by: ramp.wait(for: 1_000_000))
        }
        return counts
    }

    @Test func aSmallPushDoesNotWait() {
        var ramp = SendingRamp(Self.limits, now: .zero)
        #expect(ramp.take(1000, now: .zero) == 1000)
        #expect(ramp.take(1, now: .zero) == 0)
        // 500 a second.
        #expect(abs(ramp.wait(for: 1) / .milliseconds(1) - 2) < 0.001)
        #expect(ramp.take(1, now: .milliseconds(2)) == 1)
    }

    @Test func theRateGrowsEvenlyToTheQuota() {
        let time = ManualTime()
        let start = time.uptime()
        var ramp = SendingRamp(Self.limits, now: start)
        let counts = Self.drain(&ramp, time, until: start + .seconds(120))
        #expect((1400...1700).contains(counts[0]))
        // From the second after the burst on, each second has about 158 more than the last.
        for second in 2..<59 {
            let expected = 500 + 9500 * (Double(second) + 0.5) / 60
            #expect(abs(Double(counts[second]) - expected) < 600, "second \(second)")
        }
        #expect(abs(counts[1..<60].reduce(0, +) - 315_000) < 8000)
        #expect(counts[61...].dropLast().allSatisfy { (9400...10_600).contains($0) })
        #expect(counts[60...].reduce(0, +) <= 600_000 + 1000)
        #expect(abs(ramp.rate - 10_000) < 0.001)
    }

    /// However requests come, no span has more than a burst and what the rate at its end gives.
    @Test(arguments: 0..<50) func noSpanHasMoreThanItsShare(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var ramp = SendingRamp(
            SendingRamp.Limits(
                ratePerMinute: Int.random(in: 600...1_000_000, using: &random),
                duration: .seconds(Int.random(in: 1...600, using: &random))), now: .zero)
        let limits = ramp.limits
        var now = Duration.zero
        var taken: [(at: Duration, sum: Int)] = []
        var sum = 0
        for _ in 0..<2000 {
            let wanted = Int.random(in: 0...3000, using: &random)
            let count = ramp.take(wanted, now: now)
            #expect((0...wanted).contains(count))
            sum += count
            taken.append((now, sum))
            #expect(ramp.rate >= limits.startRate && ramp.rate <= limits.fullRate)
            if let early = taken.randomElement(using: &random) {
                let allowed = limits.burst + ramp.rate * ((now - early.at) / .seconds(1)) + 0.001
                #expect(Double(sum - early.sum) <= allowed)
            }
            if count < wanted { now += ramp.wait(for: wanted - count) }
            if random.next() % 4 == 0 { now += .milliseconds(Int.random(in: 0...2000, using: &random)) }
        }
    }

    @Test func aWaitIsAlwaysEnough() {
        let time = ManualTime()
        var ramp = SendingRamp(SendingRamp.Limits(ratePerMinute: 600, duration: .seconds(3600)), now: time.uptime())
        for _ in 0..<1000 {
            let count = ramp.take(10, now: time.uptime())
            if count < 10 {
                time.advance(by: ramp.wait(for: 10 - count) + .milliseconds(1))
                #expect(ramp.take(1, now: time.uptime()) == 1)
            }
        }
    }

    @Test func onlyTheTimeInUseCountsAndARestBeginsAnew() {
        let time = ManualTime()
        var ramp = SendingRamp(Self.limits, now: time.uptime())
        // One a minute for an hour: each minute counts for a second.
        for _ in 0..<30 {
            #expect(ramp.take(1, now: time.uptime()) == 1)
            time.advance(by: .seconds(60))
        }
        #expect(abs(ramp.rate - (500 + 9500 * 29 / 60)) < 0.001)
        time.advance(by: SendingRamp.restLimit)
        #expect(ramp.hasRested(time.uptime()))
        #expect(ramp.take(5000, now: time.uptime()) == 1000)
        #expect(ramp.rate == 500)
    }
}
