// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxDelivery

@Suite struct TimersTests {
    @Test func theEarliestComesFirst() {
        for count in 0..<40 {
            var timers = Timers<Int>()
            let dues = (0..<count).map { ($0 * 7919) % 31 }
            for (index, due) in dues.enumerated() { timers.add(index, due: .seconds(due)) }
            #expect(timers.nextDue == dues.min().map { .seconds($0) })
            var taken: [Int] = []
            while let index = timers.takeDue(at: .seconds(100)) { taken.append(index) }
            #expect(taken.sorted() == Array(0..<count))
            #expect(taken.map { dues[$0] } == dues.sorted())
            #expect(timers.nextDue == nil)
        }
    }

    @Test func onlyWhatIsDueIsTaken() {
        var timers = Timers<String>()
        timers.add("late", due: .seconds(3))
        timers.add("soon", due: .seconds(1))
        var taken = [
            timers.takeDue(at: .milliseconds(999)), timers.takeDue(at: .seconds(1)), timers.takeDue(at: .seconds(2)),
        ]
        #expect(taken == [nil, "soon", nil])
        timers.add("sooner", due: .seconds(2))
        taken = [timers.takeDue(at: .seconds(9)), timers.takeDue(at: .seconds(9)), timers.takeDue(at: .seconds(9))]
        #expect(taken == ["sooner", "late", nil])
    }

    @Test func allCanBeTakenAtOnce() {
        var timers = Timers<Int>()
        for number in 0..<5 { timers.add(number, due: .seconds(number)) }
        let (all, none) = (timers.removeAll(), timers.removeAll())
        #expect(all.sorted() == [0, 1, 2, 3, 4] && none.isEmpty && timers.nextDue == nil)
    }
}
