// SPDX-License-Identifier: Apache-2.0

/// Holds any number of keys to one rate in fixed memory; a key may be held to less when others share all of its cells.
///
/// Times are cut to a tenth of a second, by which a key may come too early.
struct RateSketch {
    static let width = 262_144
    static let depth = 4

    private static let tick: Int64 = 100_000

    private let rule: RateRule
    /// The states of the rule, in tenths of a second.
    private var cells = [UInt32](repeating: 0, count: width * depth)

    init(_ rule: RateRule) { self.rule = rule }

    /// Whether an event may pass; it is counted then.
    mutating func take(_ key: LimitKey, now: Int64) -> Bool {
        var next = UInt32.max
        for row in 0..<Self.depth { next = min(next, cells[row * Self.width + key.place(row, width: Self.width)]) }
        let state = Int64(next) * Self.tick
        guard rule.wait(state, now: now) == 0 else { return false }
        let after = UInt32(clamping: rule.after(state, now: now) / Self.tick)
        for row in 0..<Self.depth {
            let index = row * Self.width + key.place(row, width: Self.width)
            cells[index] = max(cells[index], after)
        }
        return true
    }
}
