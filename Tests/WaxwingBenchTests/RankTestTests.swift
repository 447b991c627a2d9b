// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import waxwing_bench

@Suite struct RankTestTests {
    /// The first value is that of scipy.stats.mannwhitneyu(x, y, method='asymptotic').
    @Test func probabilities() {
        let (x, y) = ((1...20).map(Double.init), (11...30).map(Double.init))
        #expect(abs(RankTest.probability(x, y) - 5.2125496206e-05) < 1e-12)
        #expect(abs(RankTest.probability(x, x) - 1) < 0.02)
        #expect(abs(RankTest.probability(x, y) - RankTest.probability(y, x)) < 1e-12)
        #expect(RankTest.probability([1, 1, 1], [1, 1, 1]) == 1)
        #expect(RankTest.probability((0..<2000).map(Double.init), (0..<2000).map { Double($0) + 150 }) < 0.001)
    }

    @Test func holm() {
        let corrected = RankTest.corrected([0.01, 0.04, 0.03, 0.005])
        for (value, expected) in zip(corrected, [0.03, 0.06, 0.06, 0.02]) { #expect(abs(value - expected) < 1e-12) }
        #expect(RankTest.corrected([0.9, 0.8]) == [1, 1])
    }
}
