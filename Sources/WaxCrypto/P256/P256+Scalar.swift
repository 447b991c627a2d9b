// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension P256 {
    /// Whether the 32 bytes, most significant first, are a number from 1 to n − 1; takes the same time for each.
    static func isValidScalar(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == scalarByteCount else { return false }
        var anyBit: UInt64 = 0
        var borrow: UInt64 = 0
        for (index, limb) in orderLimbs.enumerated() {
            let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 24 - 8 * index, as: UInt64.self))
            anyBit |= word
            let (first, underflow) = word.subtractingReportingOverflow(limb)
            let (_, secondUnderflow) = first.subtractingReportingOverflow(borrow)
            borrow = (underflow ? 1 : 0) | (secondUnderflow ? 1 : 0)
        }
        return (anyBit != 0) && borrow == 1
    }

    /// Fills the 32 bytes with a scalar that is uniform from 1 to n − 1: drawn again while it is outside.
    static func fillWithRandomScalar(_ bytes: UnsafeMutableRawBufferPointer) throws(CryptoKitError) {
        repeat {
            try Random.fillPrivately(bytes)
        } while !isValidScalar(UnsafeRawBufferPointer(bytes))
    }

    /// The group's order n, least significant limb first.
    private static let orderLimbs: [UInt64] = [
        0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_0000_0000,
    ]
}

#endif
