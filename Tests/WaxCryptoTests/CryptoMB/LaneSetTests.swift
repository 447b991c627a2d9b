// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxCrypto

@Suite struct LaneSetTests {
    @Test func lanesAreHeld() {
        var set = LaneSet()
        #expect(set.first == nil)
        #expect(set.count == 0)
        for (count, lane) in [7, 2, 4].enumerated() {
            #expect(!set.contains(lane))
            set.insert(lane)
            #expect(set.contains(lane))
            #expect(set.count == count + 1)
        }
        set.insert(7)
        #expect(set.count == 3)
        #expect(set.first == 2)
        #expect((0..<LaneSet.laneCount).filter(set.contains) == [2, 4, 7])
    }
}
