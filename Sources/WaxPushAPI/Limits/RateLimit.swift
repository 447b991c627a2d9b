// SPDX-License-Identifier: Apache-2.0

/// So many requests a second in the long run, and so many at once.
package struct RateLimit: Hashable, Sendable {
    package static let allowedValues = 1...1_000_000

    package let perSecond: Int
    package let burst: Int

    /// Both within `allowedValues`.
    package init(perSecond: Int, burst: Int) {
        precondition(Self.allowedValues.contains(perSecond) && Self.allowedValues.contains(burst))
        self.perSecond = perSecond
        self.burst = burst
    }

    /// How many nanoseconds it takes until one more request is allowed.
    var interval: Int64 { 1_000_000_000 / Int64(perSecond) }
}
