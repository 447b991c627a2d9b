// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import WaxRelay

@Suite struct DueQueueTests {
    @Test func byTimeThenByChance() {
        var generator = SplitMix(seed: 9)
        var queue = DueQueue<Int>()
        let entries = (0..<500).map {
            (due: Int.random(in: 0..<50, using: &generator), order: generator.next(), name: $0)
        }
        for entry in entries { queue.insert(entry.name, due: .seconds(entry.due), order: entry.order) }
        #expect(queue.next == entries.map(\.due).min().map { .seconds($0) })
        let early = queue.popFirst(now: .seconds(-1))
        #expect(early == nil)
        var order: [Int] = []
        for second in 0..<50 {
            while let element = queue.popFirst(now: .seconds(second)) {
                #expect(entries[element].due == second)
                order.append(element)
            }
        }
        let expected = entries.sorted { ($0.due, $0.order) < ($1.due, $1.order) }.map(\.name)
        #expect(order == expected && queue.count == 0)
    }
}
