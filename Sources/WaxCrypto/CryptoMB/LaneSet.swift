// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Some of eight lanes.
struct LaneSet: Equatable, Sendable {
    static let laneCount = 8

    private var bits: UInt8 = 0

    var count: Int { bits.nonzeroBitCount }

    var isEmpty: Bool { bits == 0 }

    /// The lowest lane; nil if there is none.
    var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }

    func contains(_ lane: Int) -> Bool { bits & (1 << lane) != 0 }

    mutating func insert(_ lane: Int) { bits |= 1 << lane }
}

#endif
