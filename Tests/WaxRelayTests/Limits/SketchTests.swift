// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxSystem

@testable import WaxRelay

@Suite struct SketchTests {
    private func key(_ generator: inout SplitMix) -> LimitKey {
        LimitKey((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    private func pair(_ current: LimitKey, _ previous: LimitKey? = nil) -> LimitKeyPair {
        LimitKeyPair(current: current, previous: previous)
    }

    /// Never too little, and rarely too much, after 100 000 events of others.
    @Test func countsAreNotTooLow() {
        var generator = SplitMix(seed: 1)
        var sketch = CountSketch()
        let mine = (0..<1000).map { _ in key(&generator) }
        for (index, key) in mine.enumerated() { for _ in 0...(index % 5) { sketch.add(key) } }
        for _ in 0..<100_000 { sketch.add(key(&generator)) }
        let excess = mine.enumerated().map { index, key in
            sketch.count(pair(key), share: 0) - (index % 5 + 1)
        }
        #expect(excess.allSatisfy { $0 >= 0 })
        #expect(excess.filter { $0 > 1 }.count <= 20)
    }

    @Test func theDayBeforeFades() {
        var generator = SplitMix(seed: 2)
        let (old, new) = (key(&generator), key(&generator))
        var sketch = CountSketch()
        for _ in 0..<100 { sketch.add(old) }
        sketch.advance(by: 1)
        for _ in 0..<7 { sketch.add(new) }
        #expect(sketch.count(pair(new, old), share: 0) == 107)
        #expect(sketch.count(pair(new, old), share: 0.75) == 32)
        #expect(sketch.count(pair(new, old), share: 1) == 7)
        sketch.advance(by: 2)
        #expect(sketch.count(pair(new, old), share: 0) == 0)
    }

    @Test func ratesHoldEachKey() {
        var generator = SplitMix(seed: 3)
        var sketch = RateSketch(RateRule(every: .seconds(20), burst: 6))
        let mine = key(&generator)
        let start = Duration.seconds(1000).microseconds
        let taken = (0..<10).map { _ in sketch.take(mine, now: start) }
        #expect(taken == [Bool](repeating: true, count: 6) + [Bool](repeating: false, count: 4))
        let later = [19, 20, 20].map { sketch.take(mine, now: start + Duration.seconds($0).microseconds) }
        #expect(later == [false, true, false])
        // Fifty thousand others in the same moment do not use up what is another's.
        for _ in 0..<50_000 { _ = sketch.take(key(&generator), now: start) }
        var served = 0
        for _ in 0..<1000 {
            let other = key(&generator)
            if (0..<6).allSatisfy({ _ in sketch.take(other, now: start) }) { served += 1 }
        }
        #expect(served > 990)
    }

    /// The longest interval with the largest burst: no time overflows.
    @Test(arguments: [(Int64(1), 1_000_000_000), (1_000_000_000, 1_000_000_000), (3_000_000_000, 1)])
    func largeRates(seconds: Int64, burst: Int) {
        let rule = RateRule(every: .seconds(seconds), burst: burst)
        let now = Duration.seconds(3_000_000_000).microseconds
        var next: Int64 = 0
        for _ in 0..<3 where rule.wait(next, now: now, count: 32) == 0 { next = rule.after(next, now: now, count: 32) }
        #expect(rule.wait(0, now: now) == 0 && next >= 0)
    }

    @Test func keysChangeDaily() {
        var keys = LimitKeys(random: SystemRandom(), now: .seconds(5))
        let first = keys.snapshot.pair(of: [1])
        #expect(first.previous == nil)
        let days = [5 + 86_399, 5 + 86_400].map { keys.advance(now: .seconds($0)) }
        #expect(days == [0, 1])
        let second = keys.snapshot.pair(of: [1])
        #expect(second.current != first.current && second.previous == first.current)
        let more = keys.advance(now: .seconds(5 + 86_400 * 3))
        #expect(more == 2)
        #expect(keys.snapshot.pair(of: [1]).previous == nil)
    }

    @Test func tablesForgetAfterADay() {
        var generator = SplitMix(seed: 4)
        let (one, two) = (key(&generator), key(&generator))
        var table = DailyTable<Int>(limit: 1)
        table.update(pair(one), fresh: 0) { $0 = 5 }
        #expect(table.isFull)
        table.update(pair(two), fresh: 0) { $0 = 6 }
        #expect(table.entry(pair(two)) == nil && table.count == 1)
        table.advance(by: 1)
        #expect(table.entry(pair(two, one)) == 5)
        let moved = table.update(pair(two, one), fresh: 0) { $0 }
        #expect(moved == 5)
        table.advance(by: 1)
        #expect(table.entry(pair(one, two)) == 5)
        // Room is made in a full table alone, and not all the time.
        table.makeRoom(now: 100) { $0 == 5 }
        #expect(table.count == 1)
        table.update(pair(two), fresh: 7) { _ in }
        table.makeRoom(now: 100) { $0 == 5 }
        #expect(table.isFull && !table.hasRoom(for: pair(one)) && table.hasRoom(for: pair(two)))
        table.makeRoom(now: 100 + Duration.seconds(10).microseconds - 1) { _ in true }
        #expect(table.isFull)
        table.makeRoom(now: 100 + Duration.seconds(10).microseconds) { _ in true }
        #expect(table.count == 0 && table.hasRoom(for: pair(one)))
        table.update(pair(one), fresh: 1) { _ in }
        table.advance(by: 2)
        #expect(table.count == 0)
    }

    @Test(arguments: [(0, 0), (1, 0), (2, 0), (3, 10), (4, 20)])
    func rates(count: Int, wait: Int64) {
        let rule = RateRule(every: .microseconds(10), burst: 3)
        var state: Int64 = 0
        for _ in 0..<count { state = rule.after(state, now: 100) }
        #expect(rule.wait(state, now: 100) == wait)
        #expect(rule.wait(state, now: 100 + wait) == 0)
    }

    @Test func repeatsAreKnownForTenMinutes() {
        var generator = SplitMix(seed: 5)
        let (one, two) = (key(&generator), key(&generator))
        var guardian = RepeatGuard(limit: 10, now: 0)
        let entered = [0, RepeatGuard.span - 1, RepeatGuard.span].map { guardian.enter(pair(one), now: $0) }
        #expect(entered == [true, false, true])
        guardian.release(one)
        let again = [one, two, two].map { guardian.enter(pair($0), now: RepeatGuard.span) }
        #expect(again == [true, true, false])
        #expect(guardian.knows(pair(key(&generator), two), now: RepeatGuard.span))
    }
}
