// SPDX-License-Identifier: Apache-2.0

/// How long to wait before the next attempt to connect.
struct HTTP2Backoff: Sendable {
    private let first: Duration
    private let maximum: Duration
    private var failures = 0
    private var random: UInt64

    init(first: Duration, maximum: Duration, seed: UInt64) {
        self.first = first
        self.maximum = maximum
        random = seed
    }

    /// Counts one more failure and says how long to wait: between half and all of a span that doubles each time.
    mutating func nextDelay() -> Duration {
        let whole = min(maximum, first * (1 << min(failures, 20)))
        failures += 1
        // SplitMix64 (Steele, Lea, Flood 2014): spreading clients apart needs no better generator.
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return whole / 2 + whole / 2 * (Double(mixed >> 11) / Double(1 << 53))
    }

    /// The connection has proved to work.
    mutating func reset() { failures = 0 }
}
