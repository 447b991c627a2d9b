// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import WaxHTTP

@Suite struct FirstInFirstOutTests {
    @Test(arguments: 1..<20) func behavesLikeAnArray(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var queue = FirstInFirstOut<Int>()
        var model: [Int] = []
        for step in 0..<20_000 {
            // Grows for a while, then shrinks, so that both ends of its memory are reached.
            switch random.next(below: step / 5000 % 2 == 0 ? 10 : 20) {
            case 0...5:
                queue.append(step)
                model.append(step)
            case 6:
                queue.prepend(step)
                model.insert(step, at: 0)
            default:
                #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(queue.count == model.count && queue.first == model.first && queue.isEmpty == model.isEmpty)
        }
    }
}
