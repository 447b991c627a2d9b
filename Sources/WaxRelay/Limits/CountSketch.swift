// SPDX-License-Identifier: Apache-2.0

/// Counts events of any number of keys in fixed memory, over about 24 hours: a count-min sketch, which may count too much and
/// never too little.
///
/// Two windows of a day follow each other; the one before counts for the part of it that still lies within 24 hours.
struct CountSketch {
    static let width = 262_144
    static let depth = 4

    private var current = [UInt16](repeating: 0, count: width * depth)
    private var previous: [UInt16] = []

    /// The count of a key; `share` is the part of the present window that has passed, from 0 to 1.
    func count(_ keys: LimitKeyPair, share: Double) -> Int {
        let now = Self.least(current, keys.current)
        guard let previousKey = keys.previous, !previous.isEmpty else { return now }
        return now + Int((Double(Self.least(previous, previousKey)) * max(0, 1 - share)).rounded(.up))
    }

    /// Counts one event. Only the smallest counters grow, which keeps those of others small.
    mutating func add(_ key: LimitKey) {
        let least = Self.least(current, key)
        guard least < Int(UInt16.max) else { return }
        for row in 0..<Self.depth {
            let index = row * Self.width + key.place(row, width: Self.width)
            if Int(current[index]) == least { current[index] += 1 }
        }
    }

    /// Begins a new window, after so many have passed.
    mutating func advance(by windows: Int) {
        guard windows > 0 else { return }
        previous = windows == 1 ? current : []
        current = [UInt16](repeating: 0, count: Self.width * Self.depth)
    }

    private static func least(_ counters: [UInt16], _ key: LimitKey) -> Int {
        var least = UInt16.max
        for row in 0..<depth { least = min(least, counters[row * width + key.place(row, width: width)]) }
        return Int(least)
    }
}
