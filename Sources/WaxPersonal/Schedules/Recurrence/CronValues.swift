// SPDX-License-Identifier: Apache-2.0

/// A set of numbers below 64: what one field of a cron expression allows.
struct CronValues: Hashable, Sendable {
    private var bits: UInt64 = 0

    mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }

    func contains(_ number: Int) -> Bool { bits >> UInt64(number) & 1 == 1 }

    /// The smallest number that is not below another; nil when there is none.
    func first(from number: Int) -> Int? {
        guard number < 64 else { return nil }
        let rest = bits >> UInt64(number)
        return rest == 0 ? nil : number + rest.trailingZeroBitCount
    }

    var first: Int? { first(from: 0) }

    var count: Int { bits.nonzeroBitCount }
}
