// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension P256 {
    /// Whether the bytes are 0x04 and two coordinates below p: what a point's encoding has to be before one asks
    /// whether it is on the curve.
    static func isUncompressedEncoding(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count == pointByteCount && bytes[0] == 0x04
            && P256Limbs(bigEndian: bytes.part(xRange)).isBelow(fieldPrime)
            && P256Limbs(bigEndian: bytes.part(yRange)).isBelow(fieldPrime)
    }

    /// Where an encoding has X.
    static let xRange = 1..<33
    /// Where an encoding has Y.
    static let yRange = 33..<65

    /// The prime p of the coordinates' field.
    private static let fieldPrime = P256Limbs(
        0xFFFF_FFFF_FFFF_FFFF, 0x0000_0000_FFFF_FFFF, 0x0000_0000_0000_0000, 0xFFFF_FFFF_0000_0001)
}

#endif
