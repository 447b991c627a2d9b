// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whether two samples come from one distribution: the test of Mann and Whitney, two-sided, by the normal approximation with
/// the correction for ties.
enum RankTest {
    /// The probability of ranks that differ as much or more when both come from one distribution.
    static func probability(_ first: [Double], _ second: [Double]) -> Double {
        let all = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
        let (n, m) = (Double(first.count), Double(second.count))
        var rankSum = 0.0
        var ties = 0.0
        var start = 0
        while start < all.count {
            var end = start
            while end < all.count, all[end].0 == all[start].0 { end += 1 }
            let rank = Double(start + end + 1) / 2
            rankSum += rank * Double(all[start..<end].filter(\.1).count)
            let count = Double(end - start)
            ties += count * count * count - count
            start = end
        }
        let total = n + m
        let variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
        guard variance > 0 else { return 1 }
        let distance = abs(rankSum - n * (n + 1) / 2 - n * m / 2)
        return erfc(max(0, distance - 0.5) / variance.squareRoot() / 2.0.squareRoot())
    }

    /// The probabilities after Holm's correction for their number, in the same order.
    static func corrected(_ probabilities: [Double]) -> [Double] {
        let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
        var result = probabilities
        var least = 0.0
        for (place, index) in order.enumerated() {
            least = max(least, min(1, probabilities[index] * Double(probabilities.count - place)))
            result[index] = least
        }
        return result
    }
}
