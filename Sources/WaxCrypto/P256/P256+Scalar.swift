// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension P256 {
    /// Whether the 32 bytes, most significant first, are a number from 1 to n − 1; takes the same time for each.
    static func isValidScalar(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == scalarByteCount else { return false }
        let number = P256Limbs(bigEndian: bytes)
        return !number.isZero && number.isBelow(order)
    }

    /// Fills the 32 bytes with a scalar that is uniform from 1 to n − 1: drawn again while it is outside.
    static func fillWithRandomScalar(_ bytes: UnsafeMutableRawBufferPointer) throws(CryptoKitError) {
        repeat {
            try Random.fillPrivately(bytes)
        } while !isValidScalar(UnsafeRawBufferPointer(bytes))
    }

    /// The group's order n.
    private static let order = P256Limbs(
        0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_0000_0000)
}

#endif
