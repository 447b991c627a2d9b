// SPDX-License-Identifier: Apache-2.0

/// Guesses what a misspelt name was meant to be.
enum NearestName {
    /// The nearest of `names` that is no more than two slips away, or one for a short name.
    ///
    /// Case, `_` for `-`, and words run together do not count as slips.
    static func of(_ name: String, among names: [String]) -> String? {
        let wanted = normalized(name)
        let ranked = names.map { (name: $0, distance: distance(wanted, normalized($0))) }
        let best = ranked.min { $0.distance < $1.distance }
        guard let best, best.distance <= (wanted.count < 4 ? 1 : 2), best.distance < best.name.count else { return nil }
        return best.name
    }

    private static func normalized(_ name: String) -> [UInt8] {
        name.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    }

    /// Insertions, deletions, changes and swaps of neighbours (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
